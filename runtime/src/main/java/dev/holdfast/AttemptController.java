// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.AttemptDecision;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.ControllerId;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.Expire;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.Refusal;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.ledger.SteppedClock;
import dev.holdfast.runtime.local.ProcessProof;
import dev.holdfast.runtime.logic.AttemptAnswer;
import dev.holdfast.runtime.logic.AttemptLogic;
import dev.holdfast.runtime.logic.AttemptStep;
import dev.holdfast.runtime.logic.AttemptTerms;
import dev.holdfast.runtime.logic.BackOff;
import dev.holdfast.runtime.logic.Monotonic;
import dev.holdfast.runtime.spi.Provisioner;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Looks after execution attempts at one provider: has allocations made for those that are created with it, takes over what other
 * controllers left, ends what is no longer wanted, tells owners how their attempts ended, and lets happen what time has ended.
 * What runs in an allocation registers and answers by itself.
 *
 * <p>Any number of controllers may work on one ledger; an attempt has one of them at a time. One that dies leaves nothing behind
 * but a lease: when that is over, another one, or the same program started anew, finds out what there is and goes on. One that
 * cannot renew its claims acts no more from 80 % of the lease on, and interrupts the calls that are under way.
 *
 * <p>Thread-safe. One thread for all attempts, one that watches the leases, a virtual one for each call.
 */
public final class AttemptController implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.attempt");

    /** Most attempts that are asked for at a time. */
    private static final int PAGE = 100;

    /** So many things may be done for one attempt before it is the turn of the next one. */
    private static final int MOST_STEPS = 20;

    private final Ledger ledger;
    private final Provisioner provisioner;
    private final AttemptOptions options;
    private final LedgerClock wall;
    private final Driver driver;
    private final AttemptTerms terms;
    private final AttemptCalls calls;
    private final BackOff backOff;
    private final SecureRandom secrets = new SecureRandom();
    private final Map<AttemptId, Custody> custodies = new ConcurrentHashMap<>();
    private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final Role work;
    private final Role watch;
    private long searchAt = Long.MIN_VALUE;
    private volatile boolean stopping;

    private AttemptController(
            Ledger ledger,
            Provisioner provisioner,
            AttemptOwner owner,
            AttemptOptions options,
            LedgerClock wall,
            Driver driver) {
        this.ledger = ledger;
        this.provisioner = provisioner;
        this.options = options;
        this.wall = wall;
        this.driver = driver;
        this.terms = new AttemptTerms(
                new ControllerId(ProcessProof.ofThisProcess().text() + "/" + UUID.randomUUID()),
                new AttemptTerms.Offer(
                        provisioner.id(),
                        provisioner.lifetime(),
                        provisioner.incarnation(),
                        provisioner.environment(),
                        provisioner.labels()),
                options.lease(),
                options.look(),
                options.inspect(),
                options.patience());
        this.calls = new AttemptCalls(provisioner, owner, wall, driver);
        this.backOff = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(2), driver.random());
        this.work = driver.role("attempts", this::work);
        this.watch = driver.role("attempt-leases", this::watchLeases);
    }

    /**
     * Starts looking after attempts. The ledger and the provisioner stay the caller's.
     *
     * @throws dev.holdfast.core.ledger.NotOffered when the ledger keeps no attempts
     */
    public static AttemptController start(
            Ledger ledger, Provisioner provisioner, AttemptOwner owner, AttemptOptions options) {
        return threaded(ledger, provisioner, owner, options, new ThreadDriver(Monotonic.system()))
                .begin();
    }

    /** Not begun yet. */
    static AttemptController threaded(
            Ledger ledger, Provisioner provisioner, AttemptOwner owner, AttemptOptions options, Driver driver) {
        return new AttemptController(ledger, provisioner, owner, options, LedgerClock.system(), driver);
    }

    /** Under a clock that is moved by hand, not begun yet: all that is due is done on the thread that moves it. */
    static AttemptController stepped(
            Ledger ledger, Provisioner provisioner, AttemptOwner owner, AttemptOptions options, SteppedClock clock) {
        return new AttemptController(ledger, provisioner, owner, options, clock, new StepDriver(clock));
    }

    AttemptController begin() {
        ledger.ask(new DueAttempts(1));
        work.start();
        watch.start();
        driver.runDue();
        return this;
    }

    /** As what it holds provider operations. */
    public ControllerId id() {
        return terms.controller();
    }

    /** How many attempts it looks after now. */
    public int attempts() {
        return custodies.size();
    }

    /**
     * Creates an attempt and has its allocation made. When there is no answer the same command may be sent again; an attempt
     * that was created and that nobody begins ends with its bootstrap time.
     */
    public CreateAttempt.Decided create(CreateAttempt command) {
        CreateAttempt.Decided decision = ledger.submit(command);
        switch (decision) {
            case CreateAttempt.Created created -> adopt(created.attempt());
            case CreateAttempt.Replayed replayed when replayed.current() -> adopt(replayed.attempt());
            case CreateAttempt.Replayed replayed -> {}
            case Refusal refusal -> {}
        }
        return decision;
    }

    private void adopt(AttemptId attempt) {
        post(() -> custodies.computeIfAbsent(attempt, this::custody));
        driver.runDue();
    }

    private Custody custody(AttemptId attempt) {
        ClaimSecret secret = new ClaimSecret(secrets.nextLong(), secrets.nextLong());
        return new Custody(new AttemptLogic(attempt, terms, secret, wall, driver.random()));
    }

    private void post(Runnable change) {
        inbox.add(change);
        work.wake();
    }

    private long work() {
        for (Runnable change = inbox.poll(); change != null; change = inbox.poll()) {
            change.run();
        }
        if (!stopping && driver.clock().nanos() >= searchAt) {
            search();
        }
        long next = searchAt;
        for (Map.Entry<AttemptId, Custody> each : custodies.entrySet()) {
            next = Math.min(next, advance(each.getKey(), each.getValue()));
        }
        return next;
    }

    private void search() {
        try {
            for (Attempt due : ledger.ask(new DueAttempts(PAGE))) {
                ledger.submit(new Expire(due.owner(), due.id()));
            }
            takeWhatIsOpen();
            backOff.reset();
            searchAt = Monotonic.later(driver.clock().nanos(), options.search().toNanos());
        } catch (LedgerUnavailable | OutcomeUnknown e) {
            LOG.log(System.Logger.Level.WARNING, "attempts could not be looked for: {0}", e.toString());
            searchAt = Monotonic.later(driver.clock().nanos(), backOff.next());
        }
    }

    private void takeWhatIsOpen() {
        Optional<OpenAttempts.Cursor> after = Optional.empty();
        do {
            OpenAttempts.Found found = ledger.ask(new OpenAttempts(after, PAGE));
            for (Attempt open : found.attempts()) {
                if (custodies.size() < options.most() && isOurs(open)) {
                    custodies.computeIfAbsent(open.id(), this::custody);
                }
            }
            after = found.next();
        } while (after.isPresent() && custodies.size() < options.most());
    }

    private boolean isOurs(Attempt attempt) {
        return attempt.stage()
                .described()
                .filter(descriptor -> descriptor.provider().equals(provisioner.id()))
                .isPresent();
    }

    /** @return when to come back */
    private long advance(AttemptId id, Custody custody) {
        AttemptLogic logic = custody.logic();
        for (int i = 0; i < MOST_STEPS; i++) {
            long now = driver.clock().nanos();
            switch (logic.next(now)) {
                case AttemptStep.Ask(AttemptCommand<?> command) -> ask(logic, command, now);
                case AttemptStep.Look look -> look(logic, now);
                case AttemptStep.Call call -> calls.make(custody, call, answer -> answered(logic, answer));
                case AttemptStep.Wait(long until) -> {
                    return until;
                }
                case AttemptStep.Leave(AttemptStep.Why why) -> {
                    leave(id, custody, why);
                    return Monotonic.NEVER;
                }
            }
        }
        return Long.MIN_VALUE;
    }

    private void answered(AttemptLogic logic, AttemptAnswer answer) {
        post(() -> logic.answered(answer, driver.clock().nanos()));
    }

    private void ask(AttemptLogic logic, AttemptCommand<?> command, long now) {
        try {
            logic.decided(command, submit(command), now);
        } catch (LedgerUnavailable | OutcomeUnknown e) {
            failed(logic, e);
        }
    }

    private <R extends AttemptDecision> AttemptDecision submit(AttemptCommand<R> command) {
        return ledger.submit(command);
    }

    private void look(AttemptLogic logic, long now) {
        try {
            logic.seen(ledger.ask(new ShowAttempt(logic.id())), now);
        } catch (LedgerUnavailable | OutcomeUnknown e) {
            failed(logic, e);
        }
    }

    private void failed(AttemptLogic logic, RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "no answer about attempt {0}: {1}", logic.id(), e.toString());
        logic.failed(driver.clock().nanos());
    }

    private void leave(AttemptId id, Custody custody, AttemptStep.Why why) {
        if (why == AttemptStep.Why.LEASE_LOST) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "attempt {0} could not be kept: its claim was not renewed in time",
                    id);
        }
        custodies.remove(id, custody);
        custody.leave();
    }

    /** The other thread may be stuck in the ledger while leases run out. */
    private long watchLeases() {
        long now = driver.clock().nanos();
        for (Custody custody : custodies.values()) {
            if (now >= custody.logic().trustedUntil()) {
                custody.interrupt();
            }
        }
        return Monotonic.later(now, options.lease().toNanos() / 20);
    }

    /**
     * Gives back what it looks after, so that others need not wait for the leases, and returns when that is done, or after a
     * second at most when the ledger is away. What runs goes on running.
     */
    @Override
    public void close() {
        stopping = true;
        post(() -> custodies.values().forEach(custody -> {
            custody.interrupt();
            custody.logic().giveBack();
        }));
        try {
            Signal never = new Signal();
            long until = Monotonic.later(
                    driver.clock().nanos(), Duration.ofSeconds(1).toNanos());
            boolean unused = driver.await(never, () -> custodies.isEmpty(), until);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        abandon();
    }

    /** Acts no more and tells nobody, as when its process dies. */
    void abandon() {
        work.stop();
        watch.stop();
        custodies.values().forEach(Custody::leave);
        custodies.clear();
    }
}
