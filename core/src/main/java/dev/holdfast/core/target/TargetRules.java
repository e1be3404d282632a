// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Capability;
import dev.holdfast.core.ledger.CapabilityValidator;
import dev.holdfast.core.work.Requirements;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * Compares what work requires with what a target preserves. All that is found is told, not only the first.
 *
 * <pre>
 * the ledger is not fit for production; where processes run, not without their commit       capability-unavailable
 * an affinity is required, the profile has none                                            affinity-unavailable
 * the profile is bounded, no maximum is attested                                           maximum-not-attested
 * the profile is bounded or a maximum is attested, no run limit                            execution-bound-required
 * the run limit is longer than the attested maximum (as long is allowed)                   execution-duration-exceeded
 * the guarantee is none of the profile's                                                   guarantee-unavailable
 * the recovery is none of the profile's                                                    recovery-unavailable
 * </pre>
 */
final class TargetRules {
    private TargetRules() {}

    static List<TargetDiagnostic> validate(
            TargetProfile profile,
            Requirements requirements,
            Capabilities capabilities,
            TargetConstraints constraints) {
        List<TargetDiagnostic> found = new ArrayList<>();
        capabilities(capabilities, constraints, found);
        requirements
                .eligibility()
                .affinity()
                .filter(name -> !profile.affinity())
                .ifPresent(name -> found.add(new TargetDiagnostic(
                        TargetCodes.AFFINITY_UNAVAILABLE, "/requirements/affinity", name, "none")));
        duration(profile, requirements.runLimit(), constraints.maximumExecution(), found);
        if (!profile.guarantees().contains(requirements.eligibility().guarantee())) {
            found.add(new TargetDiagnostic(
                    TargetCodes.GUARANTEE_UNAVAILABLE,
                    "/requirements/guarantee",
                    requirements.eligibility().guarantee().name(),
                    profile.guarantees().toString()));
        }
        if (!profile.recoveries().contains(requirements.recovery())) {
            found.add(new TargetDiagnostic(
                    TargetCodes.RECOVERY_UNAVAILABLE,
                    "/requirements/recovery",
                    requirements.recovery().name(),
                    profile.recoveries().toString()));
        }
        Collections.sort(found);
        return List.copyOf(found);
    }

    private static void capabilities(
            Capabilities capabilities, TargetConstraints constraints, List<TargetDiagnostic> found) {
        EnumSet<Capability> required = EnumSet.copyOf(CapabilityValidator.PRODUCTION);
        if (constraints.processes()) {
            required.add(Capability.ATOMIC_PROCESS_COMMIT);
        }
        CapabilityValidator.validate(capabilities, required)
                .forEach(each -> found.add(
                        new TargetDiagnostic(TargetCodes.CAPABILITY_UNAVAILABLE, each.location(), "true", "false")));
    }

    private static void duration(
            TargetProfile profile,
            Optional<Duration> runLimit,
            Optional<Duration> maximum,
            List<TargetDiagnostic> found) {
        if (profile.bounded() && maximum.isEmpty()) {
            found.add(new TargetDiagnostic(
                    TargetCodes.MAXIMUM_NOT_ATTESTED,
                    "/constraints/maximumExecution",
                    "the time after which the host ends a run",
                    "none"));
        }
        if ((profile.bounded() || maximum.isPresent()) && runLimit.isEmpty()) {
            found.add(new TargetDiagnostic(
                    TargetCodes.EXECUTION_BOUND_REQUIRED, "/requirements/runLimit", "a run limit", "none"));
        }
        if (runLimit.isPresent() && maximum.isPresent() && runLimit.get().compareTo(maximum.get()) > 0) {
            found.add(new TargetDiagnostic(
                    TargetCodes.EXECUTION_DURATION_EXCEEDED,
                    "/requirements/runLimit",
                    runLimit.get().toString(),
                    "at most " + maximum.get()));
        }
    }
}
