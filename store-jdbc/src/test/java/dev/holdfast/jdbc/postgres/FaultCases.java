// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DeleteSchedule;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Tick;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.AttemptScript;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every command, in the sorts that a store handles in different ways. */
final class FaultCases {
    static final PoolId POOL = new PoolId("p");
    private static final WorkerId WORKER = new WorkerId("w");
    private static final ClaimSecret SECRET = new ClaimSecret(1, 2);
    private static final ScheduleId SCHEDULE = new ScheduleId("s");
    private static final String CPU = "cpu";
    private static final String SITE = "site";
    private static final PoolPolicy POLICY = PoolPolicy.DEFAULT
            .withCapacity(Map.of(CPU, 100L))
            .withDomains(Map.of(SITE, new DomainLimit(OptionalLong.of(50), Collections.emptySortedMap())));
    /** More than a claim that commits early may have. */
    private static final int MANY = 20;

    private static final Answer DONE = new Answer.Succeeded(Payload.text("done"));

    private static final Duration HOLD = Duration.ofSeconds(5);

    private FaultCases() {}

    static Stream<FaultCase> all() {
        return Stream.of(
                        about("pools and workers"),
                        about("units"),
                        about("claims"),
                        about("schedules"),
                        about("time"),
                        attempts())
                .flatMap(each -> each);
    }

    private static Stream<FaultCase> attempts() {
        return Stream.of(
                attempt("create an attempt", List.of(), "create a"),
                attempt("supersede", List.of("create a"), "create b after=a"),
                attempt("begin with a provider", List.of("create a"), "begin a"),
                attempt("take over", List.of("create a", "begin a", "handoff a"), "takeover a controller=d secret=2"),
                attempt("outcome", AttemptScript.WORKING, "commit a 42 generation=1 doing=run"),
                attempt("outcome", AttemptScript.WORKING, "commit a 42 generation=1 doing=run")
                        .madeElsewhere());
    }

    private static FaultCase attempt(String name, List<String> before, String line) {
        return FaultCase.of(
                name,
                (ledger, clock) -> new AttemptScript(ledger).play(before),
                ledger -> List.of(new AttemptScript(ledger).command(line)));
    }

    private static Stream<FaultCase> about(String what) {
        return switch (what) {
            case "pools and workers" ->
                Stream.of(
                        FaultCase.of("define", (ledger, clock) -> {}, ledger -> List.of(new DefinePool(POOL, POLICY))),
                        FaultCase.of(
                                "revise",
                                (ledger, clock) -> submitted(ledger, 1),
                                ledger -> List.of(
                                        new DefinePool(POOL, POLICY.withCapacity(Map.of(CPU, 50L))).replacing(1))),
                        FaultCase.of(
                                "pause",
                                (ledger, clock) -> start(ledger),
                                ledger -> List.of(new PausePool(POOL, true, "ann", "busy"))),
                        FaultCase.of(
                                "register",
                                (ledger, clock) -> ledger.submit(new DefinePool(POOL, POLICY)),
                                ledger -> List.of(register())),
                        FaultCase.of(
                                "drain",
                                (ledger, clock) -> start(ledger),
                                ledger -> List.of(new DrainWorker(WORKER, true, "ann", "old"))),
                        FaultCase.of(
                                "retire",
                                (ledger, clock) -> claimed(ledger, 2),
                                ledger -> List.of(new RetireWorker(WORKER, "test"))));
            case "units" ->
                Stream.of(
                        FaultCase.of(
                                "submit one", (ledger, clock) -> start(ledger), ledger -> List.of(submission("a"))),
                        FaultCase.of(
                                "submit to a known lane",
                                (ledger, clock) -> submitted(ledger, 1),
                                ledger -> List.of(submission("b"))),
                        FaultCase.of("submit many", (ledger, clock) -> start(ledger), ledger -> submissions(3)),
                        FaultCase.of(
                                "submit together",
                                (ledger, clock) -> start(ledger),
                                ledger -> List.of(new SubmitTogether(submissions(3)))),
                        FaultCase.of(
                                "submit together and be refused",
                                (ledger, clock) -> submitted(ledger, 1),
                                ledger -> List.of(new SubmitTogether(List.of(submission("b"), other("0"))))),
                        FaultCase.of("cancel", (ledger, clock) -> submitted(ledger, 1), ledger -> List.of(cancel())),
                        FaultCase.of(
                                "cancel a claimed one",
                                (ledger, clock) -> claimed(ledger, 1),
                                ledger -> List.of(cancel())),
                        FaultCase.of(
                                "redrive",
                                (ledger, clock) -> cancelled(ledger, 2),
                                ledger -> List.of(redrive(0), redrive(1))),
                        FaultCase.of(
                                        "redrive",
                                        (ledger, clock) -> cancelled(ledger, 2),
                                        ledger -> List.of(redrive(0), redrive(1)))
                                .madeElsewhere(),
                        FaultCase.of(
                                "submit held", (ledger, clock) -> start(ledger), ledger -> List.of(held(0), held(1))),
                        FaultCase.of(
                                "promote",
                                (ledger, clock) -> heldUnits(ledger, 2),
                                ledger -> List.of(new Promote(work(0)), new Promote(work(1)))),
                        FaultCase.of(
                                "withdraw",
                                (ledger, clock) -> heldUnits(ledger, 1),
                                ledger -> List.of(new Withdraw(work(0), "operator", "given up"))),
                        FaultCase.of(
                                "sweep of holds",
                                (ledger, clock) -> {
                                    heldUnits(ledger, 3);
                                    clock.advance(HOLD.plusSeconds(1));
                                },
                                ledger -> List.of(new Sweep(POOL, true))),
                        FaultCase.of(
                                "resolve",
                                FaultCases::uncertain,
                                ledger -> List.of(new Resolve(
                                        work(0),
                                        fence(ledger, 0),
                                        new Resolution.NotApplied(),
                                        "ticket",
                                        "operator"))));
            case "claims" ->
                Stream.of(
                        FaultCase.of("claim few", (ledger, clock) -> submitted(ledger, 5), ledger -> List.of(claim(3))),
                        FaultCase.of(
                                "claim many",
                                (ledger, clock) -> submitted(ledger, MANY),
                                ledger -> List.of(claim(MANY))),
                        FaultCase.of(
                                "submit and claim", (ledger, clock) -> submitted(ledger, 2), ledger -> List.of(here())),
                        FaultCase.of(
                                "submit and be refused a claim",
                                (ledger, clock) -> {
                                    start(ledger);
                                    ledger.submit(new PausePool(POOL, true, "ann", "busy"));
                                },
                                ledger -> List.of(here())),
                        FaultCase.of("begin", (ledger, clock) -> claimed(ledger, 1), ledger -> List.of(begin(ledger))),
                        settle("settle", 1, DONE),
                        settle("settle", 1, DONE).madeElsewhere(),
                        settle("settle many", 5, DONE),
                        settle("settle many", 5, DONE).madeElsewhere(),
                        settle("settle as failed", 1, new Answer.Failed("broken", Evidence.APPLIED)),
                        settle("release", 2, new Answer.Released(Evidence.NOT_STARTED, "later", Optional.empty())));
            case "schedules" ->
                Stream.of(
                        FaultCase.of("set", (ledger, clock) -> start(ledger), ledger -> List.of(schedule("a", 1))),
                        FaultCase.of(
                                "revise a schedule",
                                (ledger, clock) -> scheduled(ledger),
                                ledger -> List.of(schedule("b", 2))),
                        FaultCase.of("tick", (ledger, clock) -> scheduled(ledger), ledger -> List.of(tick()))
                                .madeElsewhere(),
                        FaultCase.of(
                                "delete a schedule",
                                (ledger, clock) -> scheduled(ledger),
                                ledger -> List.of(new DeleteSchedule(SCHEDULE, "operator", "not needed"))));
            default ->
                Stream.of(
                        FaultCase.of(
                                "heartbeat",
                                (ledger, clock) -> claimed(ledger, 1),
                                ledger -> List.of(heartbeat(
                                        Holdings.digest(List.of(new Holdings.Holding(work(0), fence(ledger, 0))))))),
                        FaultCase.of(
                                "heartbeat that hands back",
                                FaultCases::forgotten,
                                ledger -> List.of(heartbeat(new Holdings.Listed(List.of())))),
                        FaultCase.of("sweep", FaultCases::lost, ledger -> List.of(new Sweep(POOL, true))),
                        FaultCase.of("sweep", FaultCases::lost, ledger -> List.of(new Sweep(POOL, true)))
                                .madeElsewhere());
        };
    }

    private static SetSchedule schedule(String payload, int revision) {
        ScheduleTerms terms = new ScheduleTerms(
                POOL,
                ScheduleTerms.template("k0").payload(Payload.text(payload)).build(),
                new Recurrence.Every(Duration.ofMinutes(1), ManualClock.START),
                Overlap.ALLOW,
                Misfire.DEFAULT);
        Optional<Integer> replaces = revision == 1 ? Optional.empty() : Optional.of(revision - 1);
        return new SetSchedule(SCHEDULE, terms, replaces, "operator", "needed");
    }

    private static void scheduled(Ledger ledger) {
        start(ledger);
        ledger.submit(schedule("a", 1));
    }

    private static Tick tick() {
        Moment next = ManualClock.START.plus(Duration.ofMinutes(1));
        return new Tick(SCHEDULE, 1, ManualClock.START, List.of(ManualClock.START), next);
    }

    private static FaultCase settle(String name, int units, Answer answer) {
        return FaultCase.of(
                name,
                (ledger, clock) -> claimed(ledger, units),
                ledger -> IntStream.range(0, units)
                        .mapToObj(i -> new Settle(work(i), fence(ledger, i), SECRET, answer))
                        .toList());
    }

    private static void start(Ledger ledger) {
        ledger.submit(new DefinePool(POOL, POLICY));
        ledger.submit(register());
    }

    private static RegisterWorker register() {
        return new RegisterWorker(
                WorkerOffer.of(WORKER, Set.of(POOL), Set.of("k0", "k1"), 1_000).withResources(Map.of(CPU, 100L)));
    }

    private static void submitted(Ledger ledger, int units) {
        start(ledger);
        ledger.submitAll(submissions(units));
    }

    private static void claimed(Ledger ledger, int units) {
        submitted(ledger, units);
        ledger.submit(claim(units));
    }

    private static void cancelled(Ledger ledger, int units) {
        submitted(ledger, units);
        IntStream.range(0, units).forEach(i -> ledger.submit(new Cancel(work(i), "operator", "wrong")));
    }

    private static void uncertain(Ledger ledger, ManualClock clock) {
        claimed(ledger, 1);
        ledger.submit(begin(ledger));
        ledger.submit(new RetireWorker(WORKER, "test"));
        ledger.submit(new Sweep(POOL, true));
    }

    private static void lost(Ledger ledger, ManualClock clock) {
        claimed(ledger, 3);
        clock.advance(POLICY.workerLease().plusSeconds(1));
    }

    /** The worker lives on and does not name its claims for longer than it may. */
    private static void forgotten(Ledger ledger, ManualClock clock) {
        claimed(ledger, 2);
        Duration half = POLICY.workerLease().dividedBy(2).plusSeconds(1);
        clock.advance(half);
        ledger.submit(heartbeat(new Holdings.Listed(List.of(
                new Holdings.Holding(work(0), fence(ledger, 0)), new Holdings.Holding(work(1), fence(ledger, 1))))));
        clock.advance(half);
    }

    private static List<Submit> submissions(int units) {
        return IntStream.range(0, units).mapToObj(i -> submission("" + i)).toList();
    }

    /** Of two kinds, three fairness keys, and recovery with a question; each takes something of the pool and the domain. */
    private static Submit submission(String key) {
        int number = key.hashCode();
        return new Submit(
                POOL,
                Submission.of("k" + Math.floorMod(number, 2), new IdempotencyKey(key))
                        .payload(Payload.text("do " + key))
                        .fairnessKey("f" + Math.floorMod(number, 3))
                        .recovery(Recovery.RECONCILE_BEFORE_REDISPATCH)
                        .demand(CPU, 1)
                        .domain(SITE)
                        .build());
    }

    /** The key of another unit. */
    private static Submit other(String key) {
        return new Submit(
                POOL,
                Submission.of("k1", new IdempotencyKey(key))
                        .payload(Payload.text("else"))
                        .build());
    }

    private static Submit held(int key) {
        Hold.Then then = key == 1 ? Hold.Then.WITHDRAW : Hold.Then.PROMOTE;
        return Submit.held(POOL, submission("" + key).submission(), new Hold(HOLD, then));
    }

    private static void heldUnits(Ledger ledger, int units) {
        start(ledger);
        ledger.submitAll(IntStream.range(0, units).mapToObj(FaultCases::held).toList());
    }

    private static WorkId work(int key) {
        return WorkId.derived(POOL, new IdempotencyKey("" + key));
    }

    private static Fence fence(Ledger ledger, int key) {
        return ledger.ask(new Inspect(work(key))).orElseThrow().newestFence().orElseThrow();
    }

    private static ClaimWork claim(int max) {
        return new ClaimWork(POOL, WORKER, new RequestId(0, 3, 4), SECRET, max);
    }

    private static SubmitClaimed here() {
        return new SubmitClaimed(POOL, submission("here").submission(), WORKER, new RequestId(1, 3, 5), SECRET);
    }

    private static Begin begin(Ledger ledger) {
        return new Begin(work(0), fence(ledger, 0), SECRET);
    }

    private static Cancel cancel() {
        return new Cancel(work(0), "operator", "wrong");
    }

    private static Redrive redrive(int key) {
        return new Redrive(work(key), 1, "operator", "right after all", false);
    }

    private static Heartbeat heartbeat(Holdings holdings) {
        return new Heartbeat(WORKER, true, holdings, Set.of());
    }
}
