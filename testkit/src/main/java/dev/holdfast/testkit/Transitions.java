// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.HolderRefusal;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.PastLife;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.RedactDecision;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WorkState;
import dev.holdfast.core.work.WorkerRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What may have become of a unit by one command: holders change only what they hold (I3), an end is for ever (I6) and
 * only a redrive begins another life, nothing is claimed that must wait (I14), a claim goes only by its holder's word, expiry or hand-back (I16).
 *
 * @param now what the clock shows; where it has gone back, {@code latest} is the newest that it has shown
 * @param before the ledger before the command
 */
record Transitions(
        Moment now,
        Moment latest,
        Map<WorkId, Unit> before,
        Map<WorkerId, WorkerRecord> workers,
        Pool pool,
        Command<?> command,
        Decision decision) {

    void check(Unit after) {
        Unit old = before.get(after.id());
        if (old == null) {
            boolean claimed = command instanceof SubmitClaimed && after.claim().isPresent();
            assertThat(after.version()).as("new").isEqualTo(claimed ? 2 : 1);
            return;
        }
        if (old.equals(after)) {
            return;
        }
        assertThat(after.version()).as("version of %s", after.id()).isGreaterThan(old.version());
        if (decision instanceof RedactDecision.Redacted) {
            checkRedacted(old, after);
            return;
        }
        assertThat(after.submission()).as("submission").isEqualTo(old.submission());
        if (decision instanceof HolderRefusal) {
            assertThat(withoutPast(after)).as("a refused command").isEqualTo(withoutPast(old));
        }
        if (decision instanceof RedriveDecision.Redriven && !isSubject(old, after)) {
            checkNextLife(old, after);
            return;
        }
        assertThat(after.lives()).as("lives of %s", after.id()).isEqualTo(old.lives());
        assertThat(after.life()).as("life of %s", after.id()).isEqualTo(old.life());
        if (old.status().isEnd()) {
            assertThat(after.state()).as("the end of %s", after.id()).isEqualTo(old.state());
        }
        old.cancel()
                .ifPresent(first ->
                        assertThat(after.cancel()).as("the first cancel").contains(first));
        checkClaim(old, after);
        checkHold(old, after);
        if (old.status() == Status.UNCERTAIN && after.status() != Status.UNCERTAIN) {
            assertThat(command)
                    .as("nothing but evidence leaves UNCERTAIN")
                    .isInstanceOfAny(Resolve.class, Settle.class);
        }
    }

    /** An inquiry lives again only while its question is open, which writing its subject makes sure of. */
    private boolean isSubject(Unit old, Unit after) {
        return command instanceof Redrive redrive
                && Inquiry.openFor(old).equals(Optional.of(redrive.work()))
                && withoutPast(after).equals(withoutPast(old));
    }

    /** Nothing but the content is another: what is compared by its digest still means the same. */
    private void checkRedacted(Unit old, Unit after) {
        assertThat(command).as("what redacts").isInstanceOf(Redact.class);
        assertThat(((Redact) command).work()).as("the unit of the redaction").isEqualTo(old.id());
        assertThat(old.status().isEnd()).as("redacted after its end").isTrue();
        assertThat(after.isRedacted()).as("redacted").isTrue();
        assertThat(after.submission().differences(old.submission()))
                .as("the intent")
                .isEmpty();
        assertThat(after.status()).as("status").isEqualTo(old.status());
        assertThat(after.past().stream().map(PastClaim::claim))
                .as("claims")
                .isEqualTo(old.past().stream().map(PastClaim::claim).toList());
        assertThat(after.lives()).as("lives").isEqualTo(old.lives());
        for (int i = 0; i < after.past().size(); i++) {
            Optional<Answer> answer = old.past().get(i).answer();
            assertThat(after.past().get(i).answer().filter(kept -> kept.isSameAs(answer.orElseThrow())))
                    .as("the answer of claim %d", i)
                    .isEqualTo(after.past().get(i).answer());
        }
    }

    /** A held unit leaves by these alone, and nothing becomes held. */
    private void checkHold(Unit old, Unit after) {
        assertThat(after.status() == Status.HELD && old.status() != Status.HELD)
                .as("%s became held", after.id())
                .isFalse();
        if (old.state() instanceof WorkState.Held held && after.status() != Status.HELD) {
            assertThat(command)
                    .as("what ends a hold")
                    .isInstanceOfAny(Promote.class, Withdraw.class, Cancel.class, Sweep.class);
            assertThat(command instanceof Sweep && now.isBefore(held.until()))
                    .as("the hold of %s was cut short", after.id())
                    .isFalse();
            assertThat(after.status()).as("after a hold").isIn(Status.QUEUED, Status.CANCELLED);
        }
    }

    private void checkNextLife(Unit old, Unit after) {
        assertThat(command).as("what begins a life").isInstanceOf(Redrive.class);
        Redrive redrive = (Redrive) command;
        assertThat(redrive.work()).as("the unit of the redrive").isEqualTo(old.id());
        assertThat(redrive.expectedLife()).as("the life before").isEqualTo(old.life());
        assertThat(old.status()).as("redriven").isIn(Status.FAILED, Status.CANCELLED, Status.POISONED);
        assertThat(redrive.force() || old.newestLateAnswer().isEmpty())
                .as("late answers are disregarded only on request")
                .isTrue();
        assertThat(after.state()).as("redriven").isEqualTo(new WorkState.Queued(now, WorkState.Origin.REDRIVEN));
        assertThat(after.life()).as("the next life").isEqualTo(old.life() + 1);
        assertThat(after.attempts() + after.losses()).as("used of its budgets").isZero();
        assertThat(after.cancel()).as("a request to cancel ends with its life").isEmpty();
        assertThat(after.past()).as("claims go on").isEqualTo(old.past());
        assertThat(after.startBy()).as("latest start").isEqualTo(old.startBy().filter(at -> !now.isAfter(at)));
        PastLife.Redriven by = new PastLife.Redriven(redrive.actor(), redrive.reason(), redrive.force(), now);
        List<PastLife> lives = new ArrayList<>(old.lives());
        lives.add(new PastLife(old.life(), (WorkState.Ended) old.state(), old.cancel(), by));
        assertThat(after.lives()).as("lives that are over").isEqualTo(lives);
    }

    private void checkClaim(Unit old, Unit after) {
        boolean granted = after.claim().isPresent() && !after.newestFence().equals(old.newestFence());
        if (granted) {
            checkGrant(old, after.claim().orElseThrow());
        }
        if (old.claim().isPresent() && after.claim().isEmpty()) {
            checkGone(old, old.claim().get());
        }
        if (!granted && old.claim().isEmpty() && after.status() == Status.QUEUED && old.status() == Status.QUEUED) {
            assertThat(command)
                    .as("what may change queued work")
                    .isInstanceOfAny(Cancel.class, Settle.class, Resolve.class);
        }
    }

    private void checkGrant(Unit old, Claim claim) {
        assertThat(command).as("what grants").isInstanceOf(ClaimWork.class);
        assertThat(old.state()).as("granted").isInstanceOf(WorkState.Queued.class);
        assertThat(((WorkState.Queued) old.state()).due().isAfter(latest))
                .as("granted early")
                .isFalse();
        assertThat(old.startBy().filter(now::isAfter)).as("granted late").isEmpty();
        assertThat(old.cancel()).as("granted although cancelled").isEmpty();
        assertThat(pool.paused()).as("granted although paused").isFalse();
        WorkerRecord worker = Objects.requireNonNull(workers.get(claim.worker()));
        assertThat(worker.isLive(now) && worker.healthy() && !worker.draining())
                .as("a fit worker")
                .isTrue();
        assertThat(old.newestFence().filter(fence -> !claim.fence().isNewerThan(fence)))
                .as("a newer fence")
                .isEmpty();
    }

    private void checkGone(Unit old, Claim claim) {
        boolean expired = !Objects.requireNonNull(workers.get(claim.worker())).isLive(now)
                || claim.runUntil().filter(limit -> !now.isBefore(limit)).isPresent();
        boolean allowed = (command instanceof Settle settle
                        && names(settle.work(), settle.fence(), old, claim)
                        && settle.secret().digest().equals(claim.secret()))
                || (command instanceof Sweep && expired)
                || (command instanceof Heartbeat heartbeat && heartbeat.worker().equals(claim.worker()));
        assertThat(allowed)
                .as("%s took the claim %s away", command, claim.fence())
                .isTrue();
    }

    private static boolean names(WorkId work, Fence fence, Unit unit, Claim claim) {
        return work.equals(unit.id()) && fence.equals(claim.fence());
    }

    /** All that a refused command must leave alone; it may be kept with the claim that it names. */
    private static Map<String, Object> withoutPast(Unit unit) {
        return Map.of(
                "state", unit.state(),
                "attempts", unit.attempts(),
                "losses", unit.losses(),
                "cancel", unit.cancel(),
                "claims", unit.past().size());
    }
}
