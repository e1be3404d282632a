// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Capability;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Submission;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The reference's tables of profiles, capabilities and diagnostics, case by case, and what this program adds to them. */
class TargetProfilesTest {
    private static final Capabilities EVERYTHING = Capabilities.allBut(Set.of());
    private static final Capabilities STORE = Capabilities.allBut(Set.of(Capability.ATOMIC_PROCESS_COMMIT));
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final TargetConstraints FIVE = TargetConstraints.STRICT.withMaximumExecution(FIVE_MINUTES);

    private static Requirements requirements(UnaryOperator<Submission.Builder> more) {
        return more.apply(Submission.of("kind", new IdempotencyKey("key")))
                .build()
                .requirements();
    }

    private static final Requirements PLAIN = requirements(each -> each);

    private static List<String> codes(List<TargetDiagnostic> found) {
        return found.stream().map(TargetDiagnostic::code).toList();
    }

    static Stream<TargetProfile> lasting() {
        return TargetProfiles.ALL.stream().filter(each -> !each.bounded());
    }

    @Test
    void thereIsOneProfileForEachTargetOfTheReference() {
        assertThat(TargetProfiles.ALL)
                .extracting(TargetProfile::name, TargetProfile::target, TargetProfile::strategy)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "azure-app-service/1", Target.AZURE_APP_SERVICE, Strategy.COMPETING_WORKERS),
                        org.assertj.core.groups.Tuple.tuple("orleans/1", Target.ORLEANS, Strategy.ACTIVATION_TARGETING),
                        org.assertj.core.groups.Tuple.tuple("akka-net/1", Target.AKKA_NET, Strategy.ACTOR_ROUTING),
                        org.assertj.core.groups.Tuple.tuple(
                                "kubernetes/1", Target.KUBERNETES, Strategy.KUBERNETES_WORKLOAD),
                        org.assertj.core.groups.Tuple.tuple(
                                "azure-functions/1", Target.AZURE_FUNCTIONS, Strategy.FUNCTION_ACTIVATION));
        assertThat(TargetProfiles.ALL)
                .filteredOn(TargetProfile::affinity)
                .hasSize(4)
                .doesNotContain(TargetProfiles.AZURE_FUNCTIONS);
        assertThat(TargetProfiles.ALL)
                .filteredOn(TargetProfile::bounded)
                .containsExactly(TargetProfiles.AZURE_FUNCTIONS);
        assertThat(TargetProfiles.find("orleans")).contains(TargetProfiles.ORLEANS);
        assertThat(TargetProfiles.find("orleans/1")).contains(TargetProfiles.ORLEANS);
        assertThat(TargetProfiles.find("orleans/2")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Capability.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CALLERS_TRANSACTION", "EXECUTION_ATTEMPTS"})
    void eachMissingCapabilityIsOneDiagnostic(Capability missing) {
        Capabilities others = Capabilities.allBut(Set.of(missing));

        assertThat(TargetProfiles.KUBERNETES.validate(PLAIN, others, TargetConstraints.STRICT))
                .containsExactly(new TargetDiagnostic(
                        "target-capability-unavailable",
                        "/capabilities/"
                                + missing.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        "true",
                        "false"));
    }

    /** Case 20 of the reference. */
    @Test
    void aLedgerInMemoryLacksDurabilityAndTheCommitOfProcesses() {
        Capabilities memory = MemoryLedger.create(() -> new Moment(0)).capabilities();

        assertThat(TargetProfiles.ORLEANS.validate(PLAIN, memory, TargetConstraints.STRICT))
                .extracting(TargetDiagnostic::path)
                .containsExactly("/capabilities/atomic-process-commit", "/capabilities/durable");
    }

    /** A setting under which a crash may take back what was answered. */
    @Test
    void anUnsafeSettingIsADiagnostic() {
        assertThat(TargetProfiles.ORLEANS.validate(
                        PLAIN, EVERYTHING.withUnsafeSettings(Set.of("fsync")), TargetConstraints.STRICT))
                .extracting(TargetDiagnostic::path)
                .containsExactly("/settings/fsync");
    }

    /** Case P1 of the reference. */
    @Test
    void aStorePassesWhereNoProcessesRun() {
        assertThat(TargetProfiles.ORLEANS.validate(PLAIN, STORE, TargetConstraints.STRICT))
                .extracting(TargetDiagnostic::path)
                .containsExactly("/capabilities/atomic-process-commit");
        assertThat(TargetProfiles.ORLEANS.validate(PLAIN, STORE, TargetConstraints.STRICT.withoutProcesses()))
                .isEmpty();
    }

    /** Case 22 of the reference. */
    @Test
    void functionsNeedABoundAndKeepNoAffinity() {
        Requirements longAndHere = requirements(each -> each.affinity("here").runLimit(Duration.ofMinutes(10)));

        assertThat(TargetProfiles.AZURE_FUNCTIONS.validate(PLAIN, EVERYTHING, FIVE))
                .containsExactly(new TargetDiagnostic(
                        "target-execution-bound-required", "/requirements/runLimit", "a run limit", "none"));
        assertThat(TargetProfiles.AZURE_FUNCTIONS.validate(longAndHere, EVERYTHING, FIVE))
                .containsExactly(
                        new TargetDiagnostic("target-affinity-unavailable", "/requirements/affinity", "here", "none"),
                        new TargetDiagnostic(
                                "target-execution-duration-exceeded",
                                "/requirements/runLimit",
                                "PT10M",
                                "at most PT5M"));
    }

    @Test
    void aRunLimitAsLongAsTheMaximumIsAllowed() {
        assertThat(TargetProfiles.AZURE_FUNCTIONS.validate(
                        requirements(each -> each.runLimit(FIVE_MINUTES)), EVERYTHING, FIVE))
                .isEmpty();
        assertThat(codes(TargetProfiles.AZURE_FUNCTIONS.validate(
                        requirements(each -> each.runLimit(FIVE_MINUTES.plusNanos(1_000))), EVERYTHING, FIVE)))
                .containsExactly(TargetCodes.EXECUTION_DURATION_EXCEEDED);
    }

    @Test
    void aBoundedTargetWithoutAnAttestedMaximumIsRefused() {
        assertThat(codes(TargetProfiles.AZURE_FUNCTIONS.validate(
                        requirements(each -> each.runLimit(FIVE_MINUTES)), EVERYTHING, TargetConstraints.STRICT)))
                .containsExactly(TargetCodes.MAXIMUM_NOT_ATTESTED);
        assertThatThrownBy(() -> TargetConstraints.STRICT.withMaximumExecution(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @MethodSource("lasting")
    void theOthersKeepAffinityAndNeedNoBound(TargetProfile profile) {
        assertThat(profile.validate(requirements(each -> each.affinity("here")), EVERYTHING, TargetConstraints.STRICT))
                .isEmpty();
    }

    /** Fails closed: a maximum that somebody attests is kept on every target. */
    @ParameterizedTest
    @MethodSource("lasting")
    void anAttestedMaximumCountsOnEveryTarget(TargetProfile profile) {
        assertThat(codes(profile.validate(PLAIN, EVERYTHING, FIVE)))
                .containsExactly(TargetCodes.EXECUTION_BOUND_REQUIRED);
        assertThat(codes(profile.validate(requirements(each -> each.runLimit(Duration.ofHours(1))), EVERYTHING, FIVE)))
                .containsExactly(TargetCodes.EXECUTION_DURATION_EXCEEDED);
    }

    @Test
    void aCustomTargetNeverDropsGuaranteeOrRecovery() {
        TargetProfile custom = new TargetProfile(
                "ours/1",
                Target.CUSTOM,
                Strategy.COMPETING_WORKERS,
                false,
                false,
                EnumSet.of(Guarantee.IDEMPOTENT),
                EnumSet.of(Recovery.REDISPATCH));
        Requirements reconciled = requirements(
                each -> each.guarantee(Guarantee.RECONCILED).recovery(Recovery.RECONCILE_BEFORE_REDISPATCH));

        assertThat(custom.validate(
                        requirements(each -> each.guarantee(Guarantee.IDEMPOTENT)),
                        EVERYTHING,
                        TargetConstraints.STRICT))
                .isEmpty();
        assertThat(custom.validate(reconciled, EVERYTHING, TargetConstraints.STRICT))
                .containsExactly(
                        new TargetDiagnostic(
                                "target-guarantee-unavailable",
                                "/requirements/guarantee",
                                "RECONCILED",
                                "[IDEMPOTENT]"),
                        new TargetDiagnostic(
                                "target-recovery-unavailable",
                                "/requirements/recovery",
                                "RECONCILE_BEFORE_REDISPATCH",
                                "[REDISPATCH]"));
    }

    /** All that is wrong is told at once, in an order that does not depend on who asks. */
    @Test
    void everythingIsToldInOrder() {
        List<TargetDiagnostic> found = TargetProfiles.AZURE_FUNCTIONS.validate(
                requirements(each -> each.affinity("here")),
                Capabilities.allBut(EnumSet.allOf(Capability.class)),
                TargetConstraints.STRICT);

        assertThat(found).hasSize(13).isSorted();
    }
}
