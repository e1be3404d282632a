// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

import dev.holdfast.core.Names;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a platform preserves of the requirements of work. Policy and evidence: it names no address of a node, schedules
 * nothing, and changes no decision of the ledger. Immutable.
 *
 * @param name 1 to 200 visible characters, with a version after a slash, so that evidence stays readable when a platform
 *     changes
 * @param affinity whether work gets to a worker of its required affinity
 * @param bounded whether the host ends a run after a time, which it then has to attest
 * @param guarantees those that a handler can keep there
 * @param recoveries what can be done there about a lost claim
 */
public record TargetProfile(
        String name,
        Target target,
        Strategy strategy,
        boolean affinity,
        boolean bounded,
        Set<Guarantee> guarantees,
        Set<Recovery> recoveries) {
    /** @throws IllegalArgumentException when the name is none, or no guarantee or no recovery is preserved */
    public TargetProfile {
        Names.check("name of a target profile", name);
        if (guarantees.isEmpty() || recoveries.isEmpty()) {
            throw new IllegalArgumentException("a target preserves at least one guarantee and one recovery");
        }
        guarantees = Collections.unmodifiableSet(EnumSet.copyOf(guarantees));
        recoveries = Collections.unmodifiableSet(EnumSet.copyOf(recoveries));
    }

    /**
     * All reasons why work of these requirements must not run there, sorted by code and path; empty when there are none.
     * What is not said counts as not offered.
     *
     * @param capabilities of the ledger that the workers would claim from
     */
    public List<TargetDiagnostic> validate(
            Requirements requirements, Capabilities capabilities, TargetConstraints constraints) {
        return TargetRules.validate(this, requirements, capabilities, constraints);
    }
}
