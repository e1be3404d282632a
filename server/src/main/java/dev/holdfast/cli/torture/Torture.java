// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import dev.holdfast.cli.FlightRecorder;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Submits work to real worker processes on a real database, and harms all but the database's data meanwhile: kills and
 * pauses workers, cuts connections, terminates backends. Used by one thread.
 */
final class Torture implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(1);

    private static final PoolId POOL = new PoolId("torture");
    private static final int WORKERS = 3;
    private static final int UNITS_AT_ONCE = 40;
    private static final int ANY_BUDGET = 10_000;
    private static final PoolPolicy POLICY = PoolPolicy.DEFAULT
            .withLease(LEASE)
            .withSweepEvery(LEASE.dividedBy(4))
            .withBudgets(ANY_BUDGET, ANY_BUDGET)
            .withRetry(new Retry(Duration.ofMillis(50), 2, Duration.ofMillis(400), 20));
    private static final long LOOK_AGAIN_NANOS = 20_000_000;
    /** Without any progress for so long, the rest is lost: far longer than a recovery or a restart takes. */
    private static final Duration NO_PROGRESS = Duration.ofSeconds(60);

    private static final Duration TO_LEARN = LEASE.multipliedBy(10);

    private final Consumer<String> say;
    private final Random random;
    private final Scratch scratch;
    private final CuttingProxy proxy;
    private final Crew crew;
    private final FlightRecorder recorder;
    private final Ledger ledger;
    private final int firstEpoch;
    private final Set<WorkId> submitted = new TreeSet<>();
    private final Map<Crew.Member, Long> killedAt = new HashMap<>();

    private Torture(String url, long seed, Optional<Path> recordings, Consumer<String> say) throws SQLException {
        ServerUrl server = ServerUrl.of(url);
        this.say = say;
        this.random = new Random(seed);
        this.scratch = Scratch.create(new UrlSource(url), random);
        this.proxy = CuttingProxy.before(server);
        String named = (server.rest().contains("?") ? "&" : "?") + "ApplicationName=" + scratch.schema;
        String through = server.behind(proxy.port()).text() + named;
        this.crew = new Crew(through, server.text() + named, scratch.schema, POOL.value(), recordings);
        this.recorder = FlightRecorder.into(recordings.map(folder -> folder.resolve("torture.recording")));
        this.ledger = recorder.around(StrainedWorker.open(through, scratch.schema));
        this.firstEpoch = scratch.epoch();
    }

    /** Makes the scratch schema and starts the workers; {@link #close()} ends both. */
    static Torture start(String url, long seed, Optional<Path> recordings, Consumer<String> say) throws SQLException {
        Torture torture = new Torture(url, seed, recordings, say);
        send(() -> torture.ledger.submit(new DefinePool(POOL, POLICY)));
        IntStream.range(0, WORKERS).forEach(i -> torture.crew.add());
        return torture;
    }

    /** Does all that a plan says, each with some work on the way. */
    void round(Plan plan) {
        for (Runnable harm : plan.shuffled(this, random)) {
            long before = ended();
            submit();
            await(NO_PROGRESS, ended -> ended >= before + UNITS_AT_ONCE / 4);
            harm.run();
        }
    }

    private void submit() {
        int from = submitted.size();
        List<Submit> commands = IntStream.range(from, from + UNITS_AT_ONCE)
                .mapToObj(i -> new Submit(
                        POOL,
                        Submission.of(StrainedWorker.KIND, new IdempotencyKey("unit-" + i))
                                .payload(Payload.text("strain"))
                                .build()))
                .toList();
        send(() -> ledger.submitAll(commands));
        commands.forEach(
                each -> submitted.add(WorkId.derived(POOL, each.submission().key())));
    }

    /** Sends the same until it is answered. */
    private static <R> R send(Supplier<R> command) {
        while (true) {
            try {
                return command.get();
            } catch (LedgerUnavailable | OutcomeUnknown e) {
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
        }
    }

    private long ended() {
        PoolSnapshot pool = send(() -> ledger.ask(new ShowPool(POOL))).orElseThrow();
        return pool.count(Status.SUCCEEDED);
    }

    /** Waits until so much has ended, or nothing more has for so long. */
    private void await(Duration patience, LongPredicate enough) {
        long seen = -1;
        long since = System.nanoTime();
        for (long ended = ended(); !enough.test(ended); ended = ended()) {
            if (ended > seen) {
                seen = ended;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > patience.toNanos()) {
                return;
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    /** One that was never paused: who was shall have the time to learn what it lost. */
    void killOne() {
        List<Crew.Member> candidates =
                crew.working().stream().filter(member -> !member.wasPaused()).toList();
        if (candidates.isEmpty()) {
            crew.add();
            return;
        }
        Crew.Member member = candidates.get(random.nextInt(candidates.size()));
        killedAt.put(member, now());
        crew.kill(member);
        say.accept("killed a worker");
    }

    private long now() {
        try {
            return scratch.micros();
        } catch (SQLException e) {
            throw new IllegalStateException("the server is away although nobody harmed it now", e);
        }
    }

    /** From one and a half to three leases, beginning in the middle of its work. */
    void pauseOne() {
        Crew.Member member = crew.working().get(random.nextInt(crew.working().size()));
        int started = member.started.size();
        submit();
        waitFor(NO_PROGRESS, () -> member.started.size() > started);
        crew.pause(member);
        Duration pause = LEASE.multipliedBy(15)
                .plus(LEASE.multipliedBy(random.nextInt(16)))
                .dividedBy(10);
        waitFor(pause, () -> false);
        crew.resume(member);
        say.accept("paused a worker for " + pause.toMillis() + " ms");
    }

    private static void waitFor(Duration atMost, Supplier<Boolean> until) {
        long started = System.nanoTime();
        while (!until.get() && System.nanoTime() - started < atMost.toNanos()) {
            LockSupport.parkNanos(LOOK_AGAIN_NANOS / 4);
        }
    }

    void cut(int count) {
        proxy.cut(count);
        say.accept("cut " + count + " connections");
    }

    void terminate() {
        try {
            scratch.terminate();
            say.accept("terminated all backends");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot terminate backends: " + e.getMessage(), e);
        }
    }

    /** Lets the workers finish, and counts. */
    Toll finish() throws SQLException {
        await(NO_PROGRESS, ended -> ended >= submitted.size());
        Tally tally = new Tally(submitted, killedAt);
        send(() -> {
            tally.read(ledger, POOL);
            return submitted;
        });
        waitFor(TO_LEARN, () -> tally.unlearned(crew) == 0);
        crew.stop();
        return tally.toll(submitted.size(), scratch.resource, crew, firstEpoch, scratch.epoch());
    }

    int cuts() {
        return proxy.cuts();
    }

    @Override
    public void close() throws SQLException {
        crew.close();
        ledger.close();
        recorder.close();
        proxy.close();
        scratch.close();
    }
}
