// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.PoolId;
import java.util.List;
import java.util.Optional;

/**
 * Defining shared domains.
 *
 * <pre>
 * 1 a pool declares one of this name                     Owned
 * 2 known, same terms                                    Repeated
 * 3 known, other terms, not its revision replaced        LimitConflict
 * 4 a revision replaced, no such domain                  DomainUnknown
 * 5 not known / known                                    Defined, revision 1 / Revised
 * </pre>
 */
public final class DomainRules {
    private DomainRules() {}

    public static Save<DomainDecision> define(DefineDomain command, DomainPage page) {
        if (page.domain().isEmpty()) {
            return command.replaces().isPresent()
                    ? Save.nothing(new DomainDecision.DomainUnknown(command.domain()))
                    : write(command, page, 1, new DomainDecision.Defined(1));
        }
        Domain known = page.domain().get();
        Optional<PoolId> owner = known.owner();
        if (owner.isPresent()) {
            return Save.nothing(new DomainDecision.Owned(owner.get()));
        }
        List<String> differences = known.terms().differences(command.terms());
        if (differences.isEmpty()) {
            return Save.nothing(new DomainDecision.Repeated(known.revision()));
        }
        if (!command.replaces().equals(Optional.of(known.revision()))) {
            return Save.nothing(new DomainDecision.LimitConflict(known.revision(), differences));
        }
        int revision = known.revision() + 1;
        return write(command, page, revision, new DomainDecision.Revised(revision));
    }

    private static Save<DomainDecision> write(
            DefineDomain command, DomainPage page, int revision, DomainDecision answer) {
        Domain domain = Domain.shared(command.domain(), revision, command.terms());
        return Save.audited(Changes.of(domain), command, answer, page.now());
    }
}
