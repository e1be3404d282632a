// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.ClaimAsk;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.ClaimStep;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Domain;
import dev.holdfast.core.work.DomainPage;
import dev.holdfast.core.work.DomainSnapshot;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.EventReactions;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.ExplainPage;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.OutOfTurn;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPage;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.RecordPage;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.SchedulePage;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.SweepPage;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.UnitsPage;
import dev.holdfast.core.work.WorkerPage;
import dev.holdfast.core.work.WorkerRecord;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What a store offers to the {@link Engine}: it keeps, and decides nothing.
 *
 * <p>Each of the writing calls is <em>load, decide, save</em>: the store begins a transaction and loads the page in one
 * round trip, calls the rule, and saves what the rule wants in another, the commit with it. When the call returns, that
 * is durable. A rule is a pure function and may be called again after a transaction that was not applied.
 *
 * <p>What the store may decide by itself is only whether a guard holds: a row is still of the version, state and fence
 * that the rule saw. Its indexes may leave out of a page what could not be granted anyway; the rules check every
 * candidate again, so that a store without such hints gives the same decisions.
 *
 * <p>Accounts only change by additions: those of a claim under the pool's lock, all others appended without it. Whoever
 * holds a pool reads the sum. A store with one writer for everything may add at once.
 *
 * <p>What live claims use of a shared domain counts for all pools that use it: a claim of one of them reads the sum while
 * no other one can add to it.
 *
 * <p>All calls throw a {@link LedgerException} when they get no answer. Thread-safe.
 */
public interface Shelf extends AutoCloseable {
    AuthorityId authority();

    /** See {@link Ledger#capabilities()}. */
    Capabilities capabilities();

    /**
     * Locks the pool. Where limits change, a lane that was parked may have room again: it is looked at as if it had been
     * parked with the new limit.
     *
     * @param wanted the policy whose domains the page tells of; empty when it need not tell of any
     */
    <R> R pool(PoolId pool, Optional<PoolPolicy> wanted, Function<PoolPage, Save<R>> rule);

    /** Locks a domain, which may not be there, for one that is to be: nobody else defines one of this name meanwhile. */
    <R> R domain(String domain, Function<DomainPage, Save<R>> rule);

    /**
     * Loads a worker, with its live claims, and {@code pools} or, when that is empty, the pools of its offer; touches no
     * more than the worker's row.
     */
    <R> R worker(WorkerId worker, Set<PoolId> pools, Function<WorkerPage, Save<R>> rule);

    /**
     * Loads units without locking them, and with each the unit that it is {@link dev.holdfast.core.work.Inquiry#related} to; a
     * unit whose version moved meanwhile has the rule asked again.
     */
    <R> R units(Collection<WorkId> ids, Function<UnitsPage, Save<R>> rule);

    /**
     * Settles by guard alone what needs no rule: the unit is CLAIMED, its claim has this fence and secret, and the answer
     * is {@link dev.holdfast.core.work.Answer.Succeeded}; never an inquiry, whose end depends on its subject. Says for each command whether the guard held; where it did not,
     * nothing was changed. A store that gains nothing by this says no to all.
     */
    boolean[] settle(List<Settle> commands);

    /**
     * Inserts units of one pool and their keys, in order; a unit whose key or id is taken is left out. Puts each into its
     * lane, which it creates where there is none. Counts what it inserted.
     *
     * <p>All units were decided on one revision of the pool's policy. Where the pool has another one, nothing is inserted and
     * every answer is {@link Insertion.Outdated}; that the two are equal is compared without a lock, so that a unit that is
     * inserted while the policy is changed may be of either revision.
     *
     * <p>A lane is drained when it is new or when the newest {@link ClaimStep.Turn} about it says so; nothing else drains
     * or parks a lane. What a claim found too late to start stays behind in the lane that it drained, also where the clock
     * goes back, until a due unit enters. A due unit that enters a drained lane, by whatever way, makes it ready and lifts
     * its key's tag to the band's clock: {@code max(tag, clock)}.
     */
    List<Insertion> insert(PoolId pool, List<NewUnit> units);

    /**
     * As {@link #insert}, in a transaction of its own, but nothing is inserted unless all units are in the ledger afterwards.
     * The answers are those that each unit had; one that says that a unit was inserted is void where another is against it.
     *
     * @param areIn whether all units are in the ledger after these insertions
     */
    List<Insertion> insertTogether(PoolId pool, List<NewUnit> units, Predicate<List<Insertion>> areIn);

    /**
     * What is in the way of units now, as {@link #insert} would find it, without inserting anything: a unit of the key or of
     * the id, or nothing.
     */
    List<Optional<Insertion>> inTheWay(PoolId pool, List<NewUnit> units);

    /** How many units of a pool are queued, as far as counted: what others have not committed is not in it. */
    long queued(PoolId pool);

    /**
     * Locks the pool, moves due units into their lanes (a bounded number), and decides in rounds: every
     * {@link ClaimStep.Take} is written, then either the next ask is loaded or all is committed. Grants are stamped with
     * the time of the pool in the step's changes.
     *
     * <p>Which lanes a page may leave out, so that the answer does not depend on it: of each asked class, ready lanes after
     * the window (of each band where the pool's bands share), and parked ones that may have room after the window of each
     * account; both cuts fall between two positions, never between lanes of one key, and set the horizon. Parked lanes without room may be left out but for the
     * first of all in order. Heads of a lane whose latest start has passed are left out.
     */
    Claimed claim(ClaimAsk ask, Function<ClaimAsk, Function<ClaimPage, ClaimStep>> rule);

    /** The grants that were won, in order, and the last step. */
    record Claimed(List<Grant> won, ClaimStep last) {}

    /**
     * Inserts a unit as {@link #insert} does and claims it as {@link #claim} does, in one transaction, or does neither. The
     * rule is asked when the unit is inserted, on a page whose only lane is that of the unit: its number, what is known of it
     * after the unit has entered it, the unit as the only head, and whether other units of it could start now.
     */
    OutOfTurnResult insertClaimed(NewUnit unit, ClaimWork claim, Function<ClaimPage, OutOfTurn> rule);

    /** What became of a unit that was to be inserted and claimed. */
    sealed interface OutOfTurnResult {
        /** It was not inserted; never {@link Insertion.Inserted}. */
        record InTheWay(Insertion insertion) implements OutOfTurnResult {}

        record Won(Grant grant) implements OutOfTurnResult {}

        /** The rule refused, and nothing was kept. */
        record Refused(SubmitClaimedDecision decision) implements OutOfTurnResult {}
    }

    /** Loads what time may have ended in a pool, at most {@code limit} units, and moves due units into their lanes. */
    <R> R sweep(PoolId pool, int limit, Function<SweepPage, Save<R>> rule);

    /**
     * Locks a schedule, which may not be there, for one that is to be: nobody else changes or makes one of this name until
     * the rule is done with. Tells of the pool that is given or, where none is, of that of the schedule, without its lock.
     */
    <R> R schedule(ScheduleId schedule, Optional<PoolId> pool, Function<SchedulePage, Save<R>> rule);

    Optional<Schedule> schedule(ScheduleId schedule);

    /** By id. */
    List<Schedule> schedules();

    DueSchedules.Found due(DueSchedules query);

    Optional<Unit> unit(WorkId work);

    FindWork.Found find(FindWork query);

    Optional<Pool> pool(PoolId pool);

    List<Pool> pools();

    /** The shared domains. */
    List<Domain> domains();

    /** A shared domain, with all pools that use it. */
    Optional<DomainSnapshot> domain(String domain);

    List<WorkerRecord> workers(PoolId pool);

    Optional<PoolSnapshot> snapshot(PoolId pool);

    Optional<ExplainPage> explain(WorkId work);

    /** Execution attempts, which are kept beside everything else. */
    AttemptShelf attempts();

    /** See {@link Ledger#capture}. */
    void capture(Consumer<Captured> sink);

    /**
     * Writes what {@code restoration} gives into an authority that has no pool, no worker, no attempt and no domain, and
     * raises its epoch, in one transaction. Accounts and everything else that a store derives follows from the parts.
     * Returns the new epoch.
     *
     * @throws NotEmpty when there is something
     */
    int restore(Restoration restoration);

    Audit.Found audit(Audit query);

    /**
     * Starts or stops recording the events of a pool. While they are recorded the store adds to the feed what
     * {@link EventReactions} says, in the commit of the change.
     */
    <R> R recording(PoolId pool, Function<RecordPage, Save<R>> rule);

    Events.Found events(Events query);

    /** See {@link Ledger#changes()}. */
    long changes();

    /** See {@link Ledger#onChange}. */
    default Ledger.Subscription onChange(Runnable listener) {
        return () -> {};
    }

    @Override
    void close();
}
