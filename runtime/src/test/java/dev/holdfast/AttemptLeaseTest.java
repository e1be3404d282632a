// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static dev.holdfast.AttemptScene.LEASE;
import static dev.holdfast.AttemptScene.OPTIONS;
import static dev.holdfast.AttemptScene.creation;
import static dev.holdfast.AttemptScene.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.attempt.BeginProvisioning;
import dev.holdfast.core.attempt.ControllerId;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.attempt.TakeOverProvider;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.runtime.logic.AttemptLogic;
import dev.holdfast.runtime.logic.AttemptStep;
import dev.holdfast.runtime.logic.AttemptTerms;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who holds a provider operation, and for how long: renewed, lost, taken over, given back. */
class AttemptLeaseTest {
    private final AttemptScene scene = new AttemptScene();
    private final ScriptedProvisioner provider = scene.provider;

    @Test
    void aControllerThatCannotRenewActsNoMoreAndAnotherOneTakesOver() {
        Outage outage = new Outage(scene.ledger);
        AttemptController first = scene.start(provider, outage, OPTIONS);
        scene.create(first, "a");
        AttemptController second = scene.start();
        outage.away = true;
        scene.passSeconds(7);
        assertThat(first.attempts()).isOne();
        scene.passSeconds(1);
        assertThat(first.attempts()).as("80 % of the lease are over").isZero();
        assertThat(second.attempts()).isZero();
        provider.end(id("a"), true);
        assertThat(provider.calls("terminate")).isZero();

        scene.passSeconds(3);
        scene.assertClosed("a", Settlement.Kind.INFRASTRUCTURE_FAILURE);
        assertThat(provider.calls()).contains("inspect a 2", "terminate a 2").doesNotContain("terminate a 1");
    }

    /** The lease counts from the first try, whose answer was lost, and not from the one that is answered. */
    @Test
    void aLeaseCountsFromWhenItWasFirstAskedFor() {
        AttemptTerms terms = new AttemptTerms(
                new ControllerId("c"),
                new AttemptTerms.Offer(
                        ScriptedProvisioner.ID, Lifetime.PROVIDER_MANAGED, new IncarnationId("i"), "test", Map.of()),
                LEASE,
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30));
        AttemptLogic logic = new AttemptLogic(id("a"), terms, new ClaimSecret(1, 2), scene.clock, () -> 0L);
        assertThat(scene.ledger.submit(creation("a", Optional.empty()))).isInstanceOf(CreateAttempt.Created.class);
        logic.seen(scene.ledger.ask(new ShowAttempt(id("a"))), 0);
        long second = Duration.ofSeconds(1).toNanos();
        BeginProvisioning begin = (BeginProvisioning) ((AttemptStep.Ask) logic.next(0)).command();
        assertThat(scene.ledger.submit(begin)).isInstanceOf(BeginProvisioning.Started.class);
        logic.failed(0);

        logic.seen(scene.ledger.ask(new ShowAttempt(id("a"))), second);
        TakeOverProvider again = (TakeOverProvider) ((AttemptStep.Ask) logic.next(second)).command();
        TakeOverProvider.Decided answer = scene.ledger.submit(again);
        assertThat(answer).isInstanceOf(TakeOverProvider.AlreadyYours.class);
        logic.decided(again, answer, second);
        assertThat(logic.trustedUntil()).isEqualTo(8 * second);

        logic.seen(scene.ledger.ask(new ShowAttempt(id("a"))), second);
        assertThat(logic.next(second)).as("nobody has asked the provider").isInstanceOf(AttemptStep.Provision.class);
    }

    private static final class Outage extends ForwardingLedger {
        private boolean away;

        Outage(Ledger ledger) {
            super(ledger);
        }

        @Override
        public <R extends Decision> R submit(Command<R> command) {
            if (away) {
                throw new LedgerUnavailable("away");
            }
            return super.submit(command);
        }

        @Override
        public <R> R ask(Query<R> query) {
            if (away) {
                throw new LedgerUnavailable("away");
            }
            return super.ask(query);
        }
    }

    @Test
    void aLeaseIsRenewedForAsLongAsTheAttemptLasts() {
        AttemptController controller = scene.start();
        scene.create(controller, "a");
        scene.start();
        scene.passSeconds(10 * (int) LEASE.toSeconds());

        assertThat(scene.attempt("a").stage().provider().orElseThrow().generation())
                .isOne();
        assertThat(controller.attempts()).isOne();
    }

    @Test
    void whoStopsGivesBackAtOnce() {
        AttemptController first = scene.start();
        scene.create(first, "a");
        first.close();
        assertThat(first.attempts()).isZero();
        assertThat(provider.alive(id("a"))).isOne();

        AttemptController second = scene.start();
        assertThat(second.attempts()).isOne();
        assertThat(provider.calls()).containsExactly("provision a 1", "inspect a 2", "attach a 2");
    }
}
