// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;

/**
 * Where a value of a policy came from.
 *
 * @param authority who gave it: a person, a team, a program; at most 200 visible characters, or empty
 * @param reference where that stands: a file, a ticket; at most 200 visible characters, or empty
 */
public record Source(Kind kind, String authority, String reference) {
    /** What made it so. */
    public enum Kind {
        /** Somebody gave it for this pool. */
        EXPLICIT,
        /** A profile for pools like this one. */
        SCOPED_PROFILE,
        /** Nobody gave it: the default. */
        CONVENTION,
        /** It was taken over from another system. */
        ADAPTER,
        /** Somebody set it aside from what holds elsewhere, for this place. */
        LOCAL_OVERRIDE
    }

    /** Given by nobody in particular. */
    public static final Source UNNAMED = new Source(Kind.EXPLICIT, "", "");

    /** The defaults of {@link PoolPolicy}. */
    public static final Source DEFAULTS = new Source(Kind.CONVENTION, "holdfast", "defaults");

    public Source {
        if (!authority.isEmpty()) {
            Names.check("authority", authority);
        }
        if (!reference.isEmpty()) {
            Names.check("reference", reference);
        }
    }
}
