// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.client.RemoteLedger;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.SteppedClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.WithdrawDecision;
import dev.holdfast.jdbc.postgres.PostgresConnections;
import dev.holdfast.jdbc.postgres.PostgresLedger;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.jdbc.postgres.PostgresUrl;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.runtime.definition.CanonicalJson;
import dev.holdfast.runtime.definition.Definitions;
import dev.holdfast.runtime.logic.Monotonic;
import dev.holdfast.runtime.spi.PayloadCodec;
import dev.holdfast.runtime.spi.Reconciler;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The way into a ledger for an application: define pools, register handlers, submit work, start the worker. Thread-safe.
 *
 * <p>A ledger that this class opened is closed with it; one that was passed in is not.
 */
public final class Holdfast implements AutoCloseable {
    /** The pool of work that names none. Defined with {@link PoolPolicy#DEFAULT} on first use, unless it is there. */
    public static final PoolId DEFAULT_POOL = new PoolId("default");

    private final Ledger ledger;
    private final boolean ownsLedger;
    private final Driver driver;
    private final PayloadCodec codec;
    private final Endings endings;
    private final ExactRetry exactRetry;
    private final Submitter submitter;
    private final Scheduling scheduling;
    private final Reconcilers reconcilers = new Reconcilers();
    private final Definitions definitions = new Definitions();
    private final Handlers handlers = new Handlers();
    private volatile Optional<Worker> worker = Optional.empty();
    private volatile boolean checked;

    private Holdfast(Ledger ledger, boolean ownsLedger, Driver driver, PayloadCodec codec) {
        this.ledger = ledger;
        this.ownsLedger = ownsLedger;
        this.driver = driver;
        this.codec = codec;
        this.endings = new Endings(ledger, driver);
        this.exactRetry = new ExactRetry(ledger, driver);
        this.submitter = new Submitter(exactRetry);
        this.scheduling = new Scheduling(exactRetry, submitter);
    }

    /**
     * Opens the ledger in a file, as {@link #open(Path)} does, or in a database, over connections of its own.
     *
     * @param place a file name, or {@code jdbc:postgresql://host/database}; what the URL says on top is for the driver,
     *     and without user and password PGUSER and PGPASSWORD are asked
     * @throws IllegalArgumentException when it is a JDBC URL of another database
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the file or the database cannot be used now
     * @throws dev.holdfast.core.ledger.LedgerBroken when there is no ledger that this program works with; in a database,
     *     {@code holdfast migrate} makes one
     */
    public static Holdfast open(String place) {
        if (PostgresUrl.is(place)) {
            return owning(PostgresConnections.open(PostgresUrl.of(place), PostgresOptions.DEFAULT));
        }
        if (place.startsWith("jdbc:")) {
            throw new IllegalArgumentException("ledgers are kept in files and in PostgreSQL; write a file name or"
                    + " jdbc:postgresql://HOST/DATABASE");
        }
        return open(Path.of(place));
    }

    /** Opens a SQLite ledger, or creates it when there is no such file. */
    public static Holdfast open(Path file) {
        return owning(SqliteLedger.open(file));
    }

    /**
     * Opens the ledger in the schema {@code holdfast} of a PostgreSQL database. The data source should be a pool, of ten
     * connections or so; it stays the caller's, who closes it after this.
     *
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when the database cannot be used now
     * @throws dev.holdfast.core.ledger.LedgerBroken when the schema holds no ledger that this program works with
     */
    public static Holdfast open(DataSource database) {
        return owning(PostgresLedger.open(database));
    }

    /** Works on the ledger of a {@code holdfast serve}; the token is empty where it asks for none. */
    public static Holdfast connect(URI server, String token) {
        return owning(RemoteLedger.connect(server, token));
    }

    private static Holdfast owning(Ledger ledger) {
        Holdfast holdfast = new Holdfast(ledger, true, threads(), new JsonCodec());
        holdfast.checked = true;
        return holdfast;
    }

    /** Lets {@link #start} accept a ledger that may lose what it has answered, as one for tests may. Before it. */
    public Holdfast dev() {
        checked = false;
        return this;
    }

    /** Works on a ledger that the caller has opened and will close. */
    public static Holdfast over(Ledger ledger) {
        return over(ledger, threads());
    }

    /** Like {@link #over(Ledger)}, with payloads coded by {@code codec} instead of JSON. */
    public static Holdfast over(Ledger ledger, PayloadCodec codec) {
        return new Holdfast(ledger, false, threads(), codec);
    }

    static Holdfast over(Ledger ledger, Driver driver) {
        return new Holdfast(ledger, false, driver, new JsonCodec());
    }

    /** A ledger in memory: forgotten when closed. */
    public static Holdfast inMemory() {
        return inMemory(LedgerClock.system());
    }

    /**
     * A ledger in memory by another clock. With a {@link SteppedClock}, as tests use it, there are no threads: whatever is
     * due, handlers included, runs on the thread that moves the clock or calls {@link #runDue()}, and is done when that
     * call returns.
     */
    public static Holdfast inMemory(LedgerClock clock) {
        Driver driver = clock instanceof SteppedClock stepped ? new StepDriver(stepped) : threads();
        return new Holdfast(MemoryLedger.create(clock), true, driver, new JsonCodec());
    }

    private static Driver threads() {
        return new ThreadDriver(Monotonic.system());
    }

    /**
     * Defines a pool, once for all who use the ledger: the same policy again changes nothing.
     * @throws PoolRefused when the pool has another policy, or one of its domains belongs to another pool
     */
    public Holdfast pool(String name, PoolPolicy policy) {
        return define(new DefinePool(new PoolId(name), policy));
    }

    /**
     * Gives a pool another policy in place of that of a revision, once for all who use the ledger: the same policy again
     * changes nothing. See {@link DefinePool} for when it takes effect.
     *
     * @param replaces the revision that was looked at, from 1
     * @throws PoolRefused when the pool has another revision, and then another policy, by now; when there is no such pool;
     *     when one of the domains belongs to another pool, or one that is given up is named by work that has not ended
     */
    public Holdfast pool(String name, PoolPolicy policy, int replaces) {
        return define(new DefinePool(new PoolId(name), policy).replacing(replaces));
    }

    private Holdfast define(DefinePool definition) {
        PoolRefused.check(definition.pool(), submitter.define(definition));
        return this;
    }

    /** {@link #handle(String, Class, HandlerOptions, Handler)} with {@link HandlerOptions#DEFAULT}. */
    public <T> Holdfast handle(String kind, Class<T> type, Handler<T> handler) {
        return handle(kind, type, HandlerOptions.DEFAULT, handler);
    }

    /**
     * Registers what runs units of a kind in this process, whatever pool of the worker they come from. Before
     * {@link #start()}.
     *
     * @param type of the payload: {@code byte[]}, {@link String} and {@link dev.holdfast.core.Payload} as they are,
     *     anything else read as JSON
     * @throws IllegalStateException when the kind has a handler, or the worker has been started
     * @throws IllegalArgumentException when units of the kind are inquiries: {@link #reconcile} is for those
     */
    public <T> Holdfast handle(String kind, Class<T> type, HandlerOptions options, Handler<T> handler) {
        checkNotStarted();
        handlers.add(new RegisteredHandler<>(kind, type, handler, options));
        return this;
    }

    private void checkNotStarted() {
        if (worker.isPresent()) {
            throw new IllegalStateException("the worker has been started; register what it runs before");
        }
    }

    /** {@link #reconcile(String, Class, HandlerOptions, Reconciler)} in the pool of the kind's handler in this process. */
    public <T> Holdfast reconcile(String kind, Class<T> type, Reconciler<T> reconciler) {
        return reconcile(kind, type, Optional.empty(), reconciler);
    }

    /**
     * Registers what finds out, in this process, what became of units of a kind whose outcome is not known. It is asked by
     * inquiries, which are units of the pool that the unit in question is of. Before {@link #start()}. Where nobody
     * registers one, inquiries wait, and people answer by {@code holdfast work resolve}.
     *
     * @param type of the payload of the units that are asked about, as in {@link #handle}
     * @param options pool and concurrency; inquiries promise and recover in their own way
     * @throws IllegalStateException when the kind has a reconciler, or the worker has been started
     */
    public <T> Holdfast reconcile(String kind, Class<T> type, HandlerOptions options, Reconciler<T> reconciler) {
        return reconcile(kind, type, Optional.of(options), reconciler);
    }

    private <T> Holdfast reconcile(
            String kind, Class<T> type, Optional<HandlerOptions> options, Reconciler<T> reconciler) {
        checkNotStarted();
        reconcilers.add(kind, new Inquirer<>(ledger, exactRetry, codec, type, reconciler), options);
        return this;
    }

    /**
     * Registers the content of a definition, which this process's worker offers from then on: work that names exactly this
     * content may come to it, and its handler finds the content in {@link WorkContext#definition()}. Before {@link #start()}.
     *
     * @param id 1 to 200 visible characters
     * @param revision 1 to 200 visible characters; the same content again is the same revision
     * @param json the content; equal contents may be written differently, see {@link CanonicalJson}
     * @return what names the content, for {@link SubmitOptions#definition}
     * @throws IllegalArgumentException when the content cannot be read or a name is out of its bounds
     * @throws dev.holdfast.runtime.definition.DefinitionConflict when the revision has another content
     * @throws IllegalStateException when the worker has been started
     */
    public DefinitionReference define(String id, String revision, String json) {
        checkNotStarted();
        return definitions.register(id, revision, json);
    }

    /** {@link #submit(String, Object, SubmitOptions)} with no options. */
    public Submitted submit(String kind, Object payload) {
        return submit(kind, payload, SubmitOptions.none());
    }

    /**
     * Puts one unit of work into the ledger; when this returns, it is as durable as the ledger promises. A ledger that does
     * not answer is asked again, the same, for up to 10 s.
     *
     * @throws SubmissionRefused when the ledger does not take it
     * @throws IllegalArgumentException when kind, payload or an option is out of its bounds
     * @throws dev.holdfast.core.ledger.OutcomeUnknown when it may or may not have been taken; with a key it can be
     *     submitted again
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when it was not taken
     */
    public Submitted submit(String kind, Object payload, SubmitOptions options) {
        SubmitDecision decision = submitter.submit(command(kind, payload, options));
        worker.ifPresent(Worker::expect);
        return Submitted.of(this, decision);
    }

    /**
     * As {@link #submit(String, Object, SubmitOptions)} for several units of one pool: all are in the ledger when this
     * returns, or none is. One that is there already, with the same key and intent, stands in no other's way.
     *
     * @param units 1 to {@link SubmitTogether#MAX}
     * @return in the order of {@code units}
     * @throws SubmissionRefused when the ledger does not take one of them, with the decision on the first such; none was
     *     taken then
     * @throws IllegalArgumentException when they are none, too many, or of several pools; and as above
     */
    public List<Submitted> submitTogether(List<NewWork> units) {
        SubmitTogether command = new SubmitTogether(units.stream()
                .map(unit -> command(unit.kind(), unit.payload(), unit.options()))
                .toList());
        SubmitTogetherDecision decision = submitter.submit(command);
        worker.ifPresent(Worker::expect);
        return Submitted.of(this, decision);
    }

    Submit command(String kind, Object payload, SubmitOptions options) {
        return submitter.command(kind, codec.encode(payload), handlers.defaults(kind), options);
    }

    /**
     * Lets a unit that was submitted {@link SubmitOptions#held held} go. Asked again when the ledger does not answer, as
     * {@link #submit(String, Object, SubmitOptions)} is; the same again changes nothing.
     *
     * @throws dev.holdfast.core.ledger.OutcomeUnknown when it may or may not have been promoted; do it again
     * @throws dev.holdfast.core.ledger.LedgerUnavailable when it was not promoted
     */
    public PromoteDecision promote(WorkId work) {
        PromoteDecision decision = submitter.promote(work);
        worker.ifPresent(Worker::expect);
        return decision;
    }

    /**
     * Ends a unit that is still held; one that was promoted goes on. Fails as {@link #promote} does. Actor and reason, 1 to
     * 200 visible characters each, are kept with the unit.
     */
    public WithdrawDecision withdraw(WorkId work, String actor, String reason) {
        return submitter.withdraw(work, actor, reason);
    }

    /**
     * Sets a schedule, once for all who use the ledger: the same again changes nothing. At each tick one unit is submitted, by
     * whichever worker of the ledger passes first; it says which tick it is by its label {@code tick}.
     *
     * @throws ScheduleRefused when the schedule has other terms, or the ledger does not take these
     * @throws IllegalArgumentException when kind, payload or an option is out of its bounds
     */
    public Holdfast schedule(String name, String kind, Object payload, ScheduleOptions options) {
        scheduling.set(name, kind, codec.encode(payload), handlers.defaults(kind), options, Optional.empty());
        return this;
    }

    /**
     * Gives a schedule other terms in place of those of a revision; the same again changes nothing. See {@link
     * dev.holdfast.core.work.SetSchedule}.
     *
     * @param replaces the revision that was looked at, from 1
     * @throws ScheduleRefused when it has another revision by now, or the ledger does not take these terms
     * @throws IllegalArgumentException when kind, payload or an option is out of its bounds
     */
    public Holdfast schedule(String name, String kind, Object payload, ScheduleOptions options, int replaces) {
        scheduling.set(name, kind, codec.encode(payload), handlers.defaults(kind), options, Optional.of(replaces));
        return this;
    }

    /** {@link #start(WorkerOptions)} with {@link WorkerOptions#DEFAULT}. */
    public Worker start() {
        return start(WorkerOptions.DEFAULT);
    }

    /**
     * Starts this process's worker. Its threads are daemons: the process ends when the application does, and stopping it
     * well is {@link #close()}.
     *
     * <p>A ledger that {@code open} opened has to be fit for production, see {@link dev.holdfast.core.ledger.CapabilityValidator}; one in memory, or
     * one that the caller has opened, is what the caller wants.
     *
     * @throws NotFitForProduction unless {@link #dev()} was said
     * @throws IllegalStateException when there is no handler, a pool is not defined, or it has been started before
     */
    public synchronized Worker start(WorkerOptions options) {
        if (worker.isPresent()) {
            throw new IllegalStateException("the worker has been started before");
        }
        if (checked) {
            NotFitForProduction.check(ledger);
        }
        Map<String, RegisteredHandler<?>> all = handlers.byKind();
        reconcilers.addTo(all);
        all.values()
                .forEach(
                        handler -> submitter.ensureDefaultPool(handler.options().pool()));
        WorkerParts parts = new WorkerParts(ledger, driver, all, definitions, codec, endings, options);
        Worker started = new Worker(this, driver, parts, options);
        worker = Optional.of(started);
        started.start();
        return started;
    }

    /** Under a {@link SteppedClock}: does all that is due now on this thread. Otherwise nothing: threads do it. */
    public void runDue() {
        driver.runDue();
    }

    public Ledger ledger() {
        return ledger;
    }

    /** Stops the worker as {@link Worker#stop()} does, and closes the ledger if this class opened it. */
    @Override
    public synchronized void close() {
        worker.ifPresent(Worker::stop);
        if (ownsLedger) {
            ledger.close();
        }
    }

    Endings endings() {
        return endings;
    }

    PayloadCodec codec() {
        return codec;
    }
}
