// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Query;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What operators did, newest first. Actions that are committed at the same moment may appear in either order, and one of
 * them a little after the other: whoever copies the audit reads the newest part of it again.
 *
 * @param actor only what this one did
 * @param act only this
 * @param subject only what was about this
 * @param before a number: only entries below it
 * @param limit 1 to {@link #MAX}
 */
public record Audit(
        Optional<String> actor,
        Optional<AuditEntry.Act> act,
        Optional<AuditEntry.Subject> subject,
        long before,
        int limit)
        implements Query<Audit.Found> {
    public static final int MAX = 1_000;

    /** Everything. */
    public static final Audit ALL =
            new Audit(Optional.empty(), Optional.empty(), Optional.empty(), Long.MAX_VALUE, MAX);

    /** @throws IllegalArgumentException when there can be no such limit */
    public Audit {
        if (limit < 1 || limit > MAX) {
            throw new IllegalArgumentException("an audit has a limit of 1 to " + MAX + ", not " + limit);
        }
    }

    public static Audit about(AuditEntry.Subject subject) {
        return new Audit(Optional.empty(), Optional.empty(), Optional.of(subject), Long.MAX_VALUE, MAX);
    }

    public Audit before(long number) {
        return new Audit(actor, act, subject, number, limit);
    }

    /** Whether an entry is wanted, apart from the limit. */
    public boolean wants(AuditEntry entry) {
        return entry.number() < before
                && actor.filter(wanted -> !wanted.equals(entry.actor())).isEmpty()
                && act.filter(wanted -> wanted != entry.act()).isEmpty()
                && subject.filter(wanted -> !wanted.equals(entry.subject())).isEmpty();
    }

    /**
     * A page of entries, newest first.
     *
     * @param next the cursor of the next page; empty when this is the last one
     */
    public record Found(List<AuditEntry> entries, OptionalLong next) {
        public Found {
            entries = List.copyOf(entries);
        }

        /** For stores: a page of what was found, which is one entry more than the limit where there are more. */
        public static Found page(List<AuditEntry> found, int limit) {
            boolean more = found.size() > limit;
            List<AuditEntry> page = more ? found.subList(0, limit) : found;
            return new Found(page, more ? OptionalLong.of(page.getLast().number()) : OptionalLong.empty());
        }
    }
}
