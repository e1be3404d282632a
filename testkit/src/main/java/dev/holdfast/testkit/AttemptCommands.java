// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Decision;
import dev.holdfast.core.attempt.AbandonPending;
import dev.holdfast.core.attempt.AdmitOperation;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.BeatRuntime;
import dev.holdfast.core.attempt.BeginProvisioning;
import dev.holdfast.core.attempt.CommitOutcome;
import dev.holdfast.core.attempt.CompleteOperation;
import dev.holdfast.core.attempt.CompleteProvider;
import dev.holdfast.core.attempt.ConcludeCancellation;
import dev.holdfast.core.attempt.Control;
import dev.holdfast.core.attempt.ControllerId;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.DeclareOutcome;
import dev.holdfast.core.attempt.EvolveAllocation;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.Expire;
import dev.holdfast.core.attempt.Facts;
import dev.holdfast.core.attempt.HandOffProvider;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.MarkReady;
import dev.holdfast.core.attempt.OperationId;
import dev.holdfast.core.attempt.ProviderClaim;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.core.attempt.RecordAbsence;
import dev.holdfast.core.attempt.RecordAllocation;
import dev.holdfast.core.attempt.RecordControlReceipt;
import dev.holdfast.core.attempt.RecordInfrastructureFailure;
import dev.holdfast.core.attempt.RecordProvisionerLost;
import dev.holdfast.core.attempt.RecordTermination;
import dev.holdfast.core.attempt.RecordUncertainty;
import dev.holdfast.core.attempt.RegisterRuntime;
import dev.holdfast.core.attempt.RenewProvider;
import dev.holdfast.core.attempt.ReportControl;
import dev.holdfast.core.attempt.ReportPreparation;
import dev.holdfast.core.attempt.RequestCancellation;
import dev.holdfast.core.attempt.TakeOverProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the command lines of scenarios about attempts: a verb, the attempt, and what differs from the usual. Remembers the
 * claims that were won, so that a line without {@code claim=} shows the newest, and {@code claim=1} the one of generation 1.
 */
final class AttemptCommands {
    private final Map<AttemptId, Map<Long, ProviderClaim>> claims = new HashMap<>();

    AttemptCommand<?> parse(String verb, Words words) {
        AttemptId attempt = new AttemptId(words.next("attempt"));
        ExecutionOwnerId owner = new ExecutionOwnerId(words.take("owner").orElse("o"));
        return switch (verb) {
            case "create" ->
                new CreateAttempt(
                        owner,
                        attempt,
                        words.take("after").map(AttemptId::new),
                        words.take("key").orElse("create-" + attempt),
                        AttemptParts.instruction(words),
                        words.take("bootstrap").map(Durations::parse).orElse(Duration.ofHours(1)),
                        words.takeInt("retries", 3));
            case "begin" -> begin(owner, attempt, words);
            case "renew" -> new RenewProvider(claim(attempt, words), lease(words));
            case "takeover" -> new TakeOverProvider(attempt, controller(words), secret(words), lease(words));
            case "handoff" ->
                new HandOffProvider(claim(attempt, words), words.take("saw").map(AttemptParts::evidence));
            case "uncertain" -> new RecordUncertainty(claim(attempt, words), AttemptParts.evidence(words));
            case "complete" -> new CompleteProvider(claim(attempt, words), AttemptParts.evidence(words));
            case "allocate" -> new RecordAllocation(claim(attempt, words), reference(words, "ref"), false);
            case "discover" -> new RecordAllocation(claim(attempt, words), reference(words, "ref"), true);
            case "evolve" ->
                new EvolveAllocation(
                        claim(attempt, words),
                        owner,
                        AttemptParts.reference("p", words.take("from").orElse("r")),
                        reference(words, "to"));
            case "absent" -> new RecordAbsence(claim(attempt, words), owner, AttemptParts.evidence(words));
            case "lost" ->
                new RecordProvisionerLost(
                        claim(attempt, words),
                        owner,
                        new IncarnationId(words.take("provisioner").orElse("made-by")),
                        AttemptParts.evidence(words));
            case "terminated" -> new RecordTermination(claim(attempt, words), AttemptParts.evidence(words));
            case "failed" -> new RecordInfrastructureFailure(claim(attempt, words), owner);
            case "declare" -> new DeclareOutcome(owner, attempt, AttemptParts.outcome(words.next("outcome")));
            case "abandon" -> new AbandonPending(owner, attempt);
            case "cancel" ->
                new RequestCancellation(owner, attempt, words.take("key").orElse("stop"), words.take("because"));
            case "conclude" -> new ConcludeCancellation(owner, attempt);
            case "expire" -> new Expire(owner, attempt);
            default -> runtime(verb, owner, attempt, words);
        };
    }

    private static AttemptCommand<?> runtime(String verb, ExecutionOwnerId owner, AttemptId attempt, Words words) {
        return switch (verb) {
            case "register" -> new RegisterRuntime(owner, attempt, incarnation(words), lease(words));
            case "beat" -> new BeatRuntime(owner, attempt, incarnation(words), generation(words), lease(words));
            case "ready" ->
                new MarkReady(
                        owner, attempt, generation(words), words.take("at").orElse("2026-01-01T00:00:00Z"));
            case "admit" ->
                new AdmitOperation(
                        owner,
                        attempt,
                        new OperationId(words.next("operation")),
                        AttemptParts.kind(words),
                        words.take("key").orElse("once"),
                        generation(words),
                        words.take("limit").map(Durations::parse),
                        words.nextIs("resumable"));
            case "done" -> new CompleteOperation(attempt, new OperationId(words.next("operation")), generation(words));
            case "prepared" ->
                new ReportPreparation(
                        owner,
                        attempt,
                        generation(words),
                        new OperationId(words.next("operation")),
                        AttemptParts.preparation(words));
            case "commit" ->
                new CommitOutcome(
                        owner,
                        attempt,
                        AttemptParts.outcome(words.next("outcome")),
                        generation(words),
                        words.take("doing").map(OperationId::new));
            case "receipt" ->
                new RecordControlReceipt(
                        owner,
                        attempt,
                        incarnation(words),
                        generation(words),
                        words.take("key").orElse("stop"),
                        words.take("at").orElse("2026-01-01T00:00:00Z"));
            case "report" ->
                new ReportControl(
                        owner,
                        attempt,
                        incarnation(words),
                        generation(words),
                        words.take("key").orElse("stop"),
                        words.take("doing").map(OperationId::new),
                        new Control.Conclusion(
                                Words.constant(
                                        Control.Result.class,
                                        words.take("result").orElse("ACHIEVED")),
                                Words.constant(
                                        Control.Boundary.class,
                                        words.take("boundary").orElse("ADMISSION_CLOSED")),
                                AttemptParts.evidence(words)));
            default -> throw new ScenarioError("no such verb: " + verb);
        };
    }

    private static BeginProvisioning begin(ExecutionOwnerId owner, AttemptId attempt, Words words) {
        return new BeginProvisioning(
                owner,
                attempt,
                new ProviderId(words.take("provider").orElse("p")),
                words.nextIs("managed") ? Lifetime.PROVIDER_MANAGED : Lifetime.PROVISIONER_PROCESS_BOUND,
                new IncarnationId(words.take("provisioner").orElse("made-by")),
                controller(words),
                secret(words),
                lease(words),
                words.take("key").orElse("begin"),
                "here",
                Map.of());
    }

    private static ControllerId controller(Words words) {
        return new ControllerId(words.take("controller").orElse("c"));
    }

    private static ClaimSecret secret(Words words) {
        return new ClaimSecret(0, words.takeInt("secret", 1));
    }

    private static Duration lease(Words words) {
        return words.take("lease").map(Durations::parse).orElse(Duration.ofMinutes(1));
    }

    private static IncarnationId incarnation(Words words) {
        return new IncarnationId(words.take("as").orElse("i1"));
    }

    private static long generation(Words words) {
        return words.takeInt("generation", 1);
    }

    private static AllocationRef reference(Words words, String name) {
        return AttemptParts.reference(
                words.take("provider").orElse("p"), words.take(name).orElse("r"));
    }

    private ProviderClaim claim(AttemptId attempt, Words words) {
        Map<Long, ProviderClaim> won = claims.getOrDefault(attempt, Map.of());
        long newest = won.keySet().stream().max(Long::compare).orElse(1L);
        long generation = words.takeInt("claim", (int) newest);
        return Optional.ofNullable(won.get(generation))
                .orElseGet(() -> new ProviderClaim(attempt, generation, new ControllerId("c"), new ClaimSecret(0, 1)));
    }

    void learn(AttemptCommand<?> command, Decision decision) {
        if (command instanceof BeginProvisioning begin && decision instanceof BeginProvisioning.Started started) {
            learn(begin.attempt(), started.hold(), begin.secret());
        }
        if (command instanceof TakeOverProvider taken && decision instanceof TakeOverProvider.TakenOver over) {
            learn(taken.attempt(), over.hold(), taken.secret());
        }
    }

    private void learn(AttemptId attempt, Facts.Hold hold, ClaimSecret secret) {
        ControllerId controller = hold.controller().orElseThrow();
        claims.computeIfAbsent(attempt, id -> new HashMap<>())
                .put(hold.generation(), new ProviderClaim(attempt, hold.generation(), controller, secret));
    }
}
