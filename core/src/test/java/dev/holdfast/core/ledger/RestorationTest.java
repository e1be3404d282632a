// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What is checked of the parts of a ledger on their way into a store, and what becomes of its live claims. */
class RestorationTest {
    private static final Moment NOW = new Moment(1_000_000);
    private static final Moment LATER = NOW.plus(Duration.ofHours(1));
    private static final PoolId POOL = new PoolId("p");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);

    /** Of each sort of parts at least one; "ended" was claimed by {@code first}, "live" and "unbegun" are. */
    private final List<Captured> parts = parts();

    private static List<Captured> parts() {
        List<Captured> parts = new ArrayList<>();
        try (Ledger ledger = MemoryLedger.create(() -> NOW)) {
            ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
            submit(ledger, "ended");
            claim(ledger, "first")
                    .forEach(grant -> ledger.submit(
                            new Settle(grant.work(), grant.fence(), SECRET, new Answer.Succeeded(Payload.EMPTY))));
            submit(ledger, "live");
            claim(ledger, "second").forEach(grant -> ledger.submit(new Begin(grant.work(), grant.fence(), SECRET)));
            submit(ledger, "unbegun");
            assertThat(claim(ledger, "tertiary")).hasSize(1);
            submit(ledger, "waits");
            ledger.submit(new SetSchedule(
                    new ScheduleId("s"),
                    ScheduleTerms.of(
                            POOL, ScheduleTerms.template("mail"), new Recurrence.Every(Duration.ofHours(1), NOW)),
                    Optional.empty(),
                    "ann",
                    "needed"));
            ledger.capture(parts::add);
        }
        return parts;
    }

    private static void submit(Ledger ledger, String key) {
        Submission unit = Submission.of("mail", new IdempotencyKey(key))
                .recovery(Recovery.RECONCILE_BEFORE_REDISPATCH)
                .build();
        ledger.submit(new Submit(POOL, unit));
    }

    private static List<Grant> claim(Ledger ledger, String name) {
        WorkerId worker = new WorkerId(name);
        ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.of(POOL), Set.of("mail"), 9)));
        ClaimDecision decision =
                ledger.submit(new ClaimWork(POOL, worker, new RequestId(0, 7, name.length()), SECRET, 1));
        return ((ClaimDecision.Granted) decision).grants();
    }

    private static List<Captured> taken(List<Captured> parts, boolean keepClaims) {
        List<Captured> taken = new ArrayList<>();
        new Restoration(parts.iterator(), keepClaims).take(LATER).forEachRemaining(taken::add);
        return taken;
    }

    private List<Captured> without(Predicate<Captured> some) {
        return parts.stream().filter(some.negate()).toList();
    }

    private static boolean isWorker(Captured part, String name) {
        return part instanceof Captured.OfWorker worker
                && worker.worker().id().value().equals(name);
    }

    private void assertRefused(List<Captured> wrong, String why) {
        for (boolean keepClaims : List.of(true, false)) {
            assertThatThrownBy(() -> taken(wrong, keepClaims))
                    .isInstanceOf(CapturedInvalid.class)
                    .hasMessageContaining(why);
        }
    }

    @Test
    void aWholeLedgerPasses() {
        assertThat(taken(parts, true)).isEqualTo(parts);
    }

    @Test
    void nothingIsNoLedger() {
        assertRefused(List.of(), "there is nothing in it");
    }

    @Test
    void partsComeInTheirOrderAndOnce() {
        List<Captured> twice = new ArrayList<>(parts);
        twice.add(2, parts.get(1));
        List<Captured> headless = parts.subList(1, parts.size());
        List<Captured> backwards = new ArrayList<>(parts);
        backwards.add(1, backwards.removeLast());

        assertRefused(twice, "there twice");
        assertRefused(headless, "it begins with something else");
        assertRefused(backwards, "not in their order");
    }

    @Test
    void poolsThatAreNamedAreThere() {
        assertRefused(without(part -> part instanceof Captured.OfPool), "names pool p, which is not there");
        assertRefused(
                without(part -> part instanceof Captured.OfPool || part instanceof Captured.OfWorker),
                "names pool p, which is not there");
        assertRefused(
                parts.stream()
                        .filter(part -> part instanceof Captured.OfLedger || part instanceof Captured.OfSchedule)
                        .toList(),
                "schedule s names pool p, which is not there");
        assertRefused(
                parts.stream()
                        .filter(part -> part instanceof Captured.OfLedger || part instanceof Captured.OfWorker)
                        .toList(),
                "worker first names pool p, which is not there");
    }

    @Test
    void workersThatHeldOrHoldSomethingAreThere() {
        assertRefused(
                without(part -> isWorker(part, "first") || part instanceof Captured.OfSlot),
                "names worker first, which is not there");
        assertRefused(
                without(part -> isWorker(part, "second") || part instanceof Captured.OfSlot),
                "names worker second, which is not there");
        assertRefused(
                without(part -> part instanceof Captured.OfWorker || part instanceof Captured.OfUnit),
                "slot 0 of worker first names worker first, which is not there");
    }

    @Test
    void theyAreTakenOnce() {
        for (boolean keepClaims : List.of(true, false)) {
            Restoration restoration = new Restoration(parts.iterator(), keepClaims);
            Iterator<Captured> first = restoration.take(LATER);
            assertThat(first.hasNext()).isTrue();

            assertThatThrownBy(() -> restoration.take(LATER)).isInstanceOf(LedgerUnavailable.class);
        }
    }

    @Test
    void aClaimThatIsNotKeptIsLostAndAskedAbout() {
        List<Unit> units = new ArrayList<>();
        List<Moment> keys = new ArrayList<>();
        for (Captured part : taken(parts, false)) {
            if (part instanceof Captured.OfUnit unit) {
                units.add(unit.unit());
                keys.add(unit.keyUntil());
            }
        }

        assertThat(units)
                .extracting(Unit::status)
                .as("ended, live, unbegun, waits, and the inquiry about live")
                .containsExactly(Status.SUCCEEDED, Status.UNCERTAIN, Status.QUEUED, Status.QUEUED, Status.QUEUED);
        assertThat(units.get(1).past()).extracting(PastClaim::end).containsExactly(PastClaim.End.LOST);
        assertThat(Inquiry.openFor(units.get(1))).contains(units.getLast().id());
        assertThat(units.getLast().sequence()).isGreaterThan(units.get(3).sequence());
        assertThat(keys.getLast()).isEqualTo(LATER.plus(PoolPolicy.DEFAULT.keysFor()));
    }

    /** Fences of a newer epoch may have been issued than the one that the ledger names, or than the store has. */
    @Test
    void theNextEpochIsNewerThanAllThatAnybodyKnows() {
        List<Captured> older = new ArrayList<>(parts);
        older.set(0, new Captured.OfLedger(((Captured.OfLedger) parts.getFirst()).authority(), 0));
        Restoration restoration = new Restoration(older.iterator(), true);
        restoration.take(LATER).forEachRemaining(part -> {});

        assertThat(restoration.epochAfter(0)).isEqualTo(2);
        assertThat(restoration.epochAfter(5)).isEqualTo(6);
    }
}
