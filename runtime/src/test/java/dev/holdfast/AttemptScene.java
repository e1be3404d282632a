// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Digest;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.CommitOutcome;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Instruction;
import dev.holdfast.core.attempt.OutcomeDecision;
import dev.holdfast.core.attempt.OutcomeText;
import dev.holdfast.core.attempt.RegisterRuntime;
import dev.holdfast.core.attempt.RequestCancellation;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.runtime.spi.Provisioner;
import dev.holdfast.testkit.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One owner, a ledger in memory under a clock that is moved by hand, and the controllers that a test starts. */
final class AttemptScene {
    static final ExecutionOwnerId OWNER = new ExecutionOwnerId("owner");
    static final Duration LEASE = Duration.ofSeconds(10);
    static final AttemptOptions OPTIONS = AttemptOptions.DEFAULT.withLease(LEASE);

    final ManualClock clock = new ManualClock();
    final Ledger ledger = MemoryLedger.create(clock);
    final ScriptedProvisioner provider = new ScriptedProvisioner();

    /** What the owner was told, by attempt and settlement. */
    final List<String> told = new ArrayList<>();

    int refusals;

    AttemptController start() {
        return start(provider, ledger, OPTIONS);
    }

    AttemptController start(Provisioner provisioner, Ledger through, AttemptOptions options) {
        return AttemptController.stepped(through, provisioner, this::settled, options, clock)
                .begin();
    }

    /** One that is going to die, perhaps when it begins. */
    AttemptController mortal(Deaths deaths) {
        return mortal(deaths, provider);
    }

    AttemptController mortal(Deaths deaths, Provisioner provisioner) {
        return AttemptController.stepped(
                deaths.ledger(ledger), deaths.provisioner(provisioner), this::settled, OPTIONS, clock);
    }

    private void settled(Attempt attempt) {
        if (refusals > 0) {
            refusals--;
            throw new IllegalStateException("not now");
        }
        told.add(attempt.id() + " " + attempt.settlement().orElseThrow().kind());
    }

    static AttemptId id(String name) {
        return new AttemptId(name);
    }

    static CreateAttempt creation(String attempt, Optional<String> current) {
        return new CreateAttempt(
                OWNER,
                id(attempt),
                current.map(AttemptScene::id),
                "request of " + attempt,
                Instruction.of("instruction", "work", "{}"),
                Duration.ofMinutes(5),
                10);
    }

    Attempt attempt(String name) {
        return ledger.ask(new ShowAttempt(id(name))).orElseThrow().attempt();
    }

    /** What a runtime does that has no operation to run. */
    OutcomeDecision answer(String attempt) {
        RegisterRuntime.Decided registered = ledger.submit(new RegisterRuntime(
                OWNER, id(attempt), new IncarnationId("runtime of " + attempt), Duration.ofMinutes(1)));
        if (!(registered instanceof RegisterRuntime.Registered(long generation, var until))) {
            throw new AssertionError(registered.toString());
        }
        OutcomeText outcome = new OutcomeText("{}", Digest.of("{}".getBytes(StandardCharsets.UTF_8)));
        return ledger.submit(new CommitOutcome(OWNER, id(attempt), outcome, generation, Optional.empty()));
    }

    void cancel(String attempt) {
        var unused = ledger.submit(new RequestCancellation(OWNER, id(attempt), "stop", Optional.empty()));
    }

    void pass(Duration time) {
        clock.advance(time);
    }

    /** Second by second, so that everybody gets the time to do what is due. */
    void passSeconds(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(Duration.ofSeconds(1));
        }
    }

    void create(AttemptController controller, String attempt) {
        assertThat(controller.create(creation(attempt, Optional.empty()))).isInstanceOf(CreateAttempt.Created.class);
    }

    Settlement.Kind ending(String attempt) {
        return attempt(attempt).settlement().orElseThrow().kind();
    }

    void assertClosed(String attempt, Settlement.Kind kind) {
        assertThat(attempt(attempt).isClosed()).as("closed").isTrue();
        assertThat(ending(attempt)).isEqualTo(kind);
        assertThat(provider.alive(id(attempt))).isZero();
        assertThat(told).containsExactly(attempt + " " + kind);
    }
}
