// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** Collects what may happen in a small world. All commands may come again at any time, as from a network that doubles. */
final class Moves {
    private final List<Move> common = new ArrayList<>();
    private final List<Function<Integer, Move>> ofWorkers = new ArrayList<>();

    List<Move> list(int workers) {
        List<Move> all = new ArrayList<>(common);
        for (int worker = 0; worker < workers; worker++) {
            for (Function<Integer, Move> move : ofWorkers) {
                all.add(move.apply(worker));
            }
        }
        return List.copyOf(all);
    }

    /** They are there from the beginning, so that these only come again. */
    Moves submits(Submission... submissions) {
        for (Submission submission : submissions) {
            operator("submit " + submission.key(), new Submit(SmallWorld.POOL, submission));
        }
        return this;
    }

    /** The answer to a request may be lost; sent again, the request may be answered. */
    Moves claims() {
        worker("claim", (play, worker) -> claim(play, worker, true));
        return worker("claim again", (play, worker) -> {
            worker.newestRequest().ifPresent(claim -> worker.learn(play.decide(name(worker), claim)));
            return worker.newestRequest().isPresent();
        });
    }

    Moves claimsWithoutAnswer() {
        return worker("claim without hearing of it", (play, worker) -> claim(play, worker, false));
    }

    private static boolean claim(SmallPlay play, SmallWorker worker, boolean heard) {
        if (!worker.wants()) {
            return false;
        }
        ClaimDecision decision = play.decide(name(worker), worker.ask());
        if (!(decision instanceof ClaimDecision.Granted)) {
            worker.forget();
        } else if (heard) {
            worker.learn(decision);
        }
        return true;
    }

    Moves begins(int requests) {
        for (int request = 0; request < requests; request++) {
            int number = request;
            worker("begin " + number, (play, worker) -> {
                Optional<Grant> grant = worker.grant(number)
                        .filter(each -> each.submission().requirements().mustBegin());
                grant.ifPresent(
                        each -> play.decide(name(worker), new Begin(each.work(), each.fence(), worker.secret())));
                return grant.isPresent();
            });
        }
        return this;
    }

    /** Each claim is answered once in one of these ways, then any number of times the same, or something else. */
    Moves answers(int requests, Map<String, Answer> answers) {
        for (int request = 0; request < requests; request++) {
            int number = request;
            answers.forEach((name, answer) -> worker(name + " " + number, (play, worker) -> {
                Optional<Grant> grant = worker.answer(number).isPresent() ? Optional.empty() : worker.grant(number);
                grant.ifPresent(each -> {
                    Settle settle = new Settle(each.work(), each.fence(), worker.secret(), answer);
                    worker.answer(number, settle);
                    play.decide(name(worker), settle);
                });
                return grant.isPresent();
            }));
            worker("answer again " + number, (play, worker) -> {
                worker.answer(number).ifPresent(settle -> play.decide(name(worker), settle));
                return worker.answer(number).isPresent();
            });
        }
        return this;
    }

    Moves secondThoughts(int requests) {
        for (int request = 0; request < requests; request++) {
            int number = request;
            worker("answer otherwise " + number, (play, worker) -> {
                worker.answer(number)
                        .ifPresent(settle -> play.decide(
                                name(worker),
                                new Settle(
                                        settle.work(),
                                        settle.fence(),
                                        settle.secret(),
                                        new Answer.Failed("second-thoughts", Evidence.APPLIED))));
                return worker.answer(number).isPresent();
            });
        }
        return this;
    }

    Moves heartbeats() {
        return worker("heartbeat", Moves::heartbeat);
    }

    private static boolean heartbeat(SmallPlay play, SmallWorker worker) {
        play.decide(name(worker), new Heartbeat(worker.offer.worker(), true, worker.holdings(), Set.of()));
        return true;
    }

    Moves sweeps() {
        return operator("sweep", new Sweep(SmallWorld.POOL, true));
    }

    Moves cancels(Submission submission) {
        return operator("cancel " + submission.key(), new Cancel(id(submission), "eve", "unwanted"));
    }

    Moves pauses() {
        operator("pause", new PausePool(SmallWorld.POOL, true, "eve", "maintenance"));
        return operator("resume", new PausePool(SmallWorld.POOL, false, "eve", "maintenance"));
    }

    /** About the newest claim, whether anybody asks or not. */
    Moves resolves(Submission submission) {
        resolve("resolve not applied", submission, new Resolution.NotApplied());
        return resolve("resolve succeeded", submission, new Resolution.Succeeded(Payload.EMPTY));
    }

    private Moves resolve(String name, Submission submission, Resolution resolution) {
        common.add(new Move(name, play -> {
            Optional<Unit> unit =
                    unit(play, submission).filter(each -> each.newestFence().isPresent());
            unit.ifPresent(each -> play.decide(
                    "operator",
                    new Resolve(each.id(), each.newestFence().orElseThrow(), resolution, "ticket-7", "eve")));
            return unit.isPresent();
        }));
        return this;
    }

    Moves redrives(Submission submission) {
        return operator("redrive " + submission.key(), new Redrive(id(submission), 1, "eve", "mended", false));
    }

    /** More than a lease passes: everybody goes on sending heartbeats, or one of them does not. */
    Moves time(Duration halfOfIt) {
        common.add(new Move("time passes", play -> pass(play, halfOfIt, Optional.empty())));
        return worker("silence", (play, worker) -> pass(play, halfOfIt, Optional.of(worker)));
    }

    private static boolean pass(SmallPlay play, Duration halfOfIt, Optional<SmallWorker> silent) {
        for (int half = 0; half < 2; half++) {
            play.pass(halfOfIt);
            play.workers.stream()
                    .filter(worker -> !Optional.of(worker).equals(silent))
                    .forEach(worker -> heartbeat(play, worker));
        }
        return true;
    }

    private static WorkId id(Submission submission) {
        return WorkId.derived(SmallWorld.POOL, submission.key());
    }

    private static Optional<Unit> unit(SmallPlay play, Submission submission) {
        return play.units().stream()
                .filter(unit -> unit.id().equals(id(submission)))
                .findFirst();
    }

    private static String name(SmallWorker worker) {
        return worker.offer.worker().value();
    }

    private Moves operator(String name, Command<?> command) {
        common.add(new Move(name, play -> {
            play.decide("operator", command);
            return true;
        }));
        return this;
    }

    private Moves worker(String name, BiPredicate<SmallPlay, SmallWorker> happens) {
        ofWorkers.add(worker -> new Move(
                "%s by worker %d".formatted(name, worker), play -> happens.test(play, play.workers.get(worker))));
        return this;
    }
}
