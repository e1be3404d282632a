// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.util.Optional;

/**
 * Creates a shared domain, or gives one other terms in place of those of a revision. The same terms again are
 * {@link DomainDecision.Repeated}.
 *
 * <p>Other terms take effect at the next claim of each pool that uses the domain. They revoke no claim, so that more may be
 * live than a lowered limit allows, until so many have ended. A shared domain stays for ever: pools use it or do not.
 *
 * @param domain 1 to 200 visible characters
 * @param replaces the revision that these terms replace; empty: there is to be no such domain
 * @param actor 1 to 200 visible characters
 * @param reason 1 to 200 visible characters
 */
public record DefineDomain(String domain, DomainTerms terms, Optional<Integer> replaces, String actor, String reason)
        implements Action<DomainDecision> {
    /** @throws IllegalArgumentException when there can be no such name, revision, actor or reason */
    public DefineDomain {
        Names.check("domain", domain);
        replaces.filter(revision -> revision < 1).ifPresent(revision -> {
            throw new IllegalArgumentException("revisions are counted from 1, not " + revision);
        });
        Names.check("actor", actor);
        Names.check("reason", reason);
    }

    /** A program defines a domain that is not there. */
    public DefineDomain(String domain, DomainTerms terms) {
        this(domain, terms, Optional.empty(), DefinePool.PROGRAM, DefinePool.NEEDED);
    }

    @Override
    public AuditEntry.Act act() {
        return AuditEntry.Act.DEFINE;
    }

    @Override
    public AuditEntry.Subject subject() {
        return AuditEntry.Subject.ofDomain(domain);
    }
}
