// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Everything is bounded, and what stands behind a decision outlives the bound. On rules alone. */
class AttemptLimitsTest {
    private static final ExecutionOwnerId OWNER = new ExecutionOwnerId("o");
    private static final AttemptId ID = new AttemptId("a");
    private static final ControllerId CONTROLLER = new ControllerId("c");
    private static final ClaimSecret SECRET = new ClaimSecret(0, 1);
    private static final ProviderClaim CLAIM = new ProviderClaim(ID, 1, CONTROLLER, SECRET);
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final Map<AttemptId, Attempt> attempts = new HashMap<>();
    private final Map<ExecutionOwnerId, Series> series = new HashMap<>();
    private Moment now = new Moment(0);

    private Decision decide(AttemptCommand<?> command) {
        AttemptsPage page = new AttemptsPage(now, Map.copyOf(attempts), Map.copyOf(series), Map.of());
        AttemptSave<List<Decision>> save = AttemptRules.decide(List.of(command), page);
        save.changes().attempts().forEach(change -> attempts.put(ID, change.after()));
        save.changes().series().forEach(change -> series.put(OWNER, change.after()));
        return save.answer().getFirst();
    }

    private Attempt attempt() {
        return Optional.ofNullable(attempts.get(ID)).orElseThrow();
    }

    private void allocate() {
        decide(new CreateAttempt(
                OWNER, ID, Optional.empty(), "k", Instruction.of("i", "work", "{}"), Duration.ofHours(1), 0));
        ProviderId provider = new ProviderId("p");
        decide(new BeginProvisioning(
                OWNER,
                ID,
                provider,
                Lifetime.PROVIDER_MANAGED,
                new IncarnationId("made-by"),
                CONTROLLER,
                SECRET,
                LEASE,
                "begin",
                "here",
                Map.of("team", "x")));
        decide(new RecordAllocation(CLAIM, new AllocationRef(provider, "{}"), false));
    }

    private static EvidenceNote saw(String what) {
        return EvidenceNote.of("test", what, "2026-01-01T00:00:00Z");
    }

    private static OperationId operation(int number) {
        return new OperationId("operation " + number);
    }

    private Decision admit(int number, OperationKind kind, long generation) {
        return decide(new AdmitOperation(
                OWNER, ID, operation(number), kind, "key " + number, generation, Optional.empty(), false));
    }

    @Test
    void incarnations() {
        allocate();
        for (int i = 1; i <= RuntimeState.MAX_GENERATIONS; i++) {
            assertThat(decide(new RegisterRuntime(OWNER, ID, new IncarnationId("i" + i), LEASE)))
                    .isEqualTo(new RegisterRuntime.Registered(i, now.plus(LEASE)));
        }

        assertThat(decide(new RegisterRuntime(OWNER, ID, new IncarnationId("one more"), LEASE)))
                .isInstanceOf(Refusal.TooManyIncarnations.class);
        assertThat(decide(new RegisterRuntime(OWNER, ID, new IncarnationId("i7"), LEASE)))
                .isInstanceOf(Refusal.IncarnationFenced.class);
        decide(new RegisterRuntime(OWNER, ID, new IncarnationId("i200"), LEASE));
        assertThat(attempt().runtime().fenced()).hasSize(RuntimeState.MAX_GENERATIONS - 1);
        admit(0, OperationKind.PROBE, 200);
        assertThat(decide(new RegisterRuntime(OWNER, ID, new IncarnationId("one more"), LEASE)))
                .as("a probe is not in the way; that there are too many is")
                .isInstanceOf(Refusal.TooManyIncarnations.class);
    }

    @Test
    void operations() {
        allocate();
        decide(new RegisterRuntime(OWNER, ID, new IncarnationId("i"), LEASE));
        for (int i = 0; i < Operations.MAX; i++) {
            assertThat(admit(i, OperationKind.PROBE, 1)).isInstanceOf(AdmitOperation.Admitted.class);
            assertThat(decide(new CompleteOperation(ID, operation(i), 1))).isEqualTo(new CompleteOperation.Completed());
        }

        assertThat(admit(Operations.MAX, OperationKind.PROBE, 1)).isInstanceOf(Refusal.TooManyOperations.class);
        assertThat(admit(3, OperationKind.PROBE, 1)).isInstanceOf(AdmitOperation.Duplicate.class);
        assertThat(decide(new CompleteOperation(ID, operation(3), 1))).isEqualTo(new CompleteOperation.Duplicate());
    }

    /** The evidence of the termination, on which the settlement rests, is there after any number of other entries. */
    @Test
    void evidenceThatAuthorisesStays() {
        allocate();
        decide(new RecordTermination(CLAIM, saw("gone")));
        for (int i = 0; i < 3 * EvidenceLog.MAX; i++) {
            decide(new RecordUncertainty(CLAIM, saw("no answer " + i)));
        }
        decide(new RecordInfrastructureFailure(CLAIM, OWNER));

        EvidenceLog log = attempt().log();
        assertThat(log.entries()).hasSize(EvidenceLog.MAX);
        assertThat(log.written()).isEqualTo(3 * EvidenceLog.MAX + 1);
        assertThat(log.entry(attempt().settlement().orElseThrow().evidence()).flatMap(EvidenceLog.Entry::note))
                .contains(saw("gone"));
        assertThat(log.lastFailure().flatMap(EvidenceLog.Entry::note)).contains(saw("no answer 299"));
    }

    @Test
    void waitsDoubleToFiveMinutes() {
        allocate();
        long[] seconds = {1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300};
        for (int i = 0; i < seconds.length; i++) {
            now = now.plus(Duration.ofHours(1));
            assertThat(decide(new RecordUncertainty(CLAIM, saw("no answer " + i))))
                    .isEqualTo(new RecordUncertainty.Recorded(i + 1, now.plus(Duration.ofSeconds(seconds[i]))));
        }
        decide(new RecordTermination(CLAIM, saw("gone")));
        assertThat(attempt().stage().provider().orElseThrow().dueAt())
                .as("another thing to do is due at once")
                .isEqualTo(now);
    }

    @Test
    void lateOutcomes() {
        allocate();
        for (int i = 0; i < 2 * LateOutcome.MAX; i++) {
            String text = Integer.toString(i);
            decide(new DeclareOutcome(OWNER, ID, new OutcomeText(text, dev.holdfast.core.Digest.ofFields(text))));
        }

        assertThat(attempt().outcome().map(OutcomeText::text)).contains("0");
        assertThat(attempt().late().stream().map(each -> each.outcome().text())).containsExactly("1", "2", "3", "4");
    }

    /** A batch is decided in order, each command seeing the former, and written as one change per attempt. */
    @Test
    void aBatchIsOneChange() {
        AttemptsPage empty = new AttemptsPage(now, Map.of(), Map.of(), Map.of());
        AttemptId next = new AttemptId("b");
        CreateAttempt first = new CreateAttempt(
                OWNER, ID, Optional.empty(), "k", Instruction.of("i", "work", "{}"), Duration.ofHours(1), 1);
        CreateAttempt second = new CreateAttempt(
                OWNER, next, Optional.of(ID), "l", Instruction.of("i", "work", "{}"), Duration.ofHours(1), 1);

        AttemptSave<List<Decision>> save =
                AttemptRules.decide(List.of(first, second, first, new Expire(OWNER, ID)), empty);

        assertThat(save.answer())
                .startsWith(
                        new CreateAttempt.Created(ID, 1, Optional.empty()),
                        new CreateAttempt.Created(next, 2, Optional.of(ID)),
                        new CreateAttempt.Replayed(ID, 1, false))
                .hasSize(4);
        assertThat(save.answer().getLast()).isInstanceOf(Refusal.Resolved.class);
        assertThat(save.changes().series())
                .containsExactly(new AttemptChanges.OfSeries(Optional.empty(), new Series(OWNER, next, 2)));
        assertThat(save.changes().attempts())
                .extracting(change -> change.before())
                .containsOnly(Optional.empty());
        assertThat(save.changes().attempts())
                .extracting(change -> change.after().status())
                .containsExactly(Status.SETTLED, Status.PENDING);
    }
}
