// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.BeginDecision;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.HolderRefusal;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One claim in the hands of its worker: waits a moment, begins where it has to, runs, writes to the store, answers. */
final class Run {
    private enum Phase {
        WAITING,
        BEGINNING,
        RUNNING,
        ANSWERING,
        OVER
    }

    private static final List<Evidence> UNSURE = List.of(Evidence.UNKNOWN, Evidence.AMBIGUOUS);

    private final SimulatedWorker worker;
    private final World world;
    private final Grant grant;
    private final ClaimSecret secret;
    private final Dice dice;
    private Phase phase = Phase.WAITING;
    private boolean cancelled;

    Run(SimulatedWorker worker, Grant grant, ClaimSecret secret) {
        this.worker = worker;
        this.world = worker.world;
        this.grant = grant;
        this.secret = secret;
        this.dice = worker.dice.split("run %s %s".formatted(grant.work(), grant.fence()));
    }

    Holdings.Holding holding() {
        return new Holdings.Holding(grant.work(), grant.fence());
    }

    void start() {
        worker.after(dice.between(0, 400) * Actor.MILLISECOND, () -> {
            if (phase == Phase.WAITING) {
                beginOrRun();
            }
        });
    }

    private void beginOrRun() {
        if (!grant.submission().requirements().mustBegin()) {
            run();
            return;
        }
        phase = Phase.BEGINNING;
        worker.call(new Begin(grant.work(), grant.fence(), secret), decision -> {
            if (phase == Phase.BEGINNING) {
                switch (decision) {
                    case BeginDecision.Begun begun -> run();
                    case BeginDecision.Repeated begun -> run();
                    case HolderRefusal refused -> lose();
                }
            }
        });
    }

    private void run() {
        phase = Phase.RUNNING;
        if (!Asking.isAbout(grant)) {
            world.store.execute(grant);
        }
        worker.after(dice.between(10, dice.chance(15) ? 8_000 : 1_500) * Actor.MILLISECOND, () -> {
            if (phase == Phase.RUNNING) {
                finish();
            }
        });
    }

    private void finish() {
        Payload nature = grant.submission().payload();
        if (Asking.isAbout(grant)) {
            asking().finish();
        } else if (nature.equals(Setting.CRASHES) && dice.chance(80)) {
            if (dice.chance(50)) {
                write();
            }
            worker.crash();
        } else if (nature.equals(Setting.FAILS)) {
            answer(new Answer.Released(Evidence.NOT_APPLIED, "fails", Optional.empty()));
        } else {
            answer(drawAnswer());
        }
    }

    private Asking asking() {
        return new Asking(worker, grant, dice, this::answer);
    }

    private Answer drawAnswer() {
        int drawn = dice.below(100);
        if (drawn < 60) {
            write();
            return new Answer.Succeeded(Payload.text(worker.name));
        }
        if (drawn < 70) {
            Optional<Duration> delay =
                    dice.chance(50) ? Optional.of(Duration.ofMillis(dice.between(0, 1_500))) : Optional.empty();
            return new Answer.Released(Evidence.NOT_APPLIED, "busy", delay);
        }
        Evidence evidence = dice.chance(50) ? dice.pick(UNSURE) : Evidence.NOT_APPLIED;
        if (evidence != Evidence.NOT_APPLIED && dice.chance(50)) {
            write();
        }
        if (drawn < 80) {
            return new Answer.Released(evidence, "timeout", Optional.empty());
        }
        if (drawn < 84) {
            write();
            return new Answer.Released(Evidence.APPLIED, "no-receipt", Optional.empty());
        }
        return drawn < 95 ? new Answer.Failed("broken", evidence) : new Answer.Poisoned("no-such-thing", evidence);
    }

    private void write() {
        world.store.write(grant, world.witness.grants.ordinal(grant, worker.id()));
    }

    /** Somebody wants it stopped; most handlers can be, some only at their end. */
    void cancel() {
        if (!cancelled && (phase == Phase.WAITING || (phase == Phase.RUNNING && dice.chance(70)))) {
            cancelled = true;
            Evidence evidence = phase == Phase.WAITING
                    ? Evidence.NOT_STARTED
                    : dice.pick(List.of(Evidence.NOT_APPLIED, Evidence.AMBIGUOUS));
            answer(new Answer.Cancelled("stopped", evidence));
        }
    }

    /** The claim is gone. A handler that cannot be stopped runs on, and its answer comes late. */
    void lose() {
        if ((phase != Phase.RUNNING && phase != Phase.ANSWERING) || dice.chance(50)) {
            over();
        }
    }

    void giveBackUnlessStarted() {
        if (phase == Phase.WAITING) {
            answer(new Answer.Released(Evidence.NOT_STARTED, "leaving", Optional.empty()));
        }
    }

    private void answer(Answer answer) {
        phase = Phase.ANSWERING;
        worker.call(new Settle(grant.work(), grant.fence(), secret, answer), decision -> {
            if (decision instanceof SettleDecision.SettleInstead) {
                answer(new Answer.Succeeded(Payload.EMPTY));
                return;
            }
            if (decision instanceof SettleDecision.ResolveInstead) {
                world.statistics.sometimes("inquiry ended without an answer");
                asking().resolve();
                return;
            }
            over();
            if (dice.chance(4)) {
                Answer other = new Answer.Failed("second-thoughts", Evidence.APPLIED);
                worker.send(new Settle(grant.work(), grant.fence(), secret, other), ignored -> {});
            }
        });
    }

    private void over() {
        phase = Phase.OVER;
        worker.forget(this);
    }
}
