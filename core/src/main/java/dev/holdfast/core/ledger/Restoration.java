// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RestoreRules;
import dev.holdfast.core.work.Unit;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * The parts of a captured ledger on their way into a store: checked against each other, and with their live claims ended
 * unless they are kept. A store takes them once, inside its transaction.
 */
public final class Restoration {
    private final Iterator<? extends Captured> parts;
    private final boolean keepClaims;
    private final Map<PoolId, PoolPolicy> policies = new HashMap<>();
    private final Set<String> domains = new HashSet<>();
    private final Set<WorkerId> workers = new HashSet<>();
    private Optional<Captured> last = Optional.empty();
    private Optional<Captured> following = Optional.empty();
    private final RestoredAttempts attempts = new RestoredAttempts();
    private final Queue<Captured> inquiries = new ArrayDeque<>();
    private long newestSequence;
    private boolean taken;
    private long units;
    private long lost;
    private int epoch;

    Restoration(Iterator<? extends Captured> parts, boolean keepClaims) {
        this.parts = parts;
        this.keepClaims = keepClaims;
    }

    /**
     * The parts as they are to be written; {@link CapturedInvalid} comes from their iterator.
     *
     * @param now when what is not kept ends
     * @throws LedgerUnavailable when they were taken before: the store has to give up
     */
    public Iterator<Captured> take(Moment now) {
        if (taken) {
            throw new LedgerUnavailable("the restore was interrupted, and nothing of it was kept; start it again");
        }
        taken = true;
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                if (!parts.hasNext() && last.isEmpty()) {
                    throw new CapturedInvalid("there is nothing in it");
                }
                return parts.hasNext() || following.isPresent() || !inquiries.isEmpty();
            }

            @Override
            public Captured next() {
                if (following.isEmpty() && parts.hasNext()) {
                    Captured next = parts.next();
                    checkOrder(next);
                    last = Optional.of(next);
                    following = Optional.of(checked(next, now));
                }
                boolean moreUnits = following.isPresent() && following.get() instanceof Captured.OfUnit;
                if (!moreUnits && !inquiries.isEmpty()) {
                    return numbered(inquiries.remove());
                }
                Captured next = following.orElseThrow(NoSuchElementException::new);
                following = Optional.empty();
                return next;
            }
        };
    }

    /** The epoch for a store that has issued fences under {@code own} so far: newer than all that may have been issued. */
    public int epochAfter(int own) {
        int newest = Math.max(own, epoch);
        if (newest >= Fence.MAX_EPOCH) {
            throw new LedgerBroken("the fences of the captured ledger are used up; start a new ledger");
        }
        return newest + 1;
    }

    Restored done(int newEpoch) {
        return new Restored(policies.size(), workers.size(), units, lost, newEpoch);
    }

    @SuppressWarnings("unchecked") // parts of one type are compared with each other only
    private void checkOrder(Captured next) {
        if (last.isEmpty() != next instanceof Captured.OfLedger) {
            throw new CapturedInvalid("it begins with something else than the ledger, or has two of them");
        }
        if (last.isEmpty()) {
            return;
        }
        Captured before = last.get();
        boolean inOrder = (before.getClass().equals(next.getClass()) && next instanceof Comparable<?> comparable)
                ? ((Comparable<Captured>) comparable).compareTo(before) > 0
                : section(before) < section(next);
        if (!inOrder) {
            throw new CapturedInvalid(
                    "parts are not in their order, or there twice: " + named(next) + " after " + named(before));
        }
    }

    private static int section(Captured part) {
        return switch (part) {
            case Captured.OfLedger ledger -> 0;
            case Captured.OfDomain domain -> 1;
            case Captured.OfPool pool -> 2;
            case Captured.OfWorker worker -> 3;
            case Captured.OfKey key -> 4;
            case Captured.OfLane lane -> 5;
            case Captured.OfUnit unit -> 6;
            case Captured.OfSlot slot -> 7;
            case Captured.OfSchedule schedule -> 8;
            case Captured.OfAttempt attempt -> 9;
            case Captured.OfAudit audit -> 10;
            case Captured.OfAmount amount -> 11;
        };
    }

    private static String named(Captured part) {
        return switch (part) {
            case Captured.OfLedger ledger -> "ledger " + ledger.authority();
            case Captured.OfDomain domain -> "domain " + domain.domain().name();
            case Captured.OfPool pool -> "pool " + pool.pool().id();
            case Captured.OfWorker worker -> "worker " + worker.worker().id();
            case Captured.OfKey key -> "key '" + key.key() + "' of pool " + key.pool();
            case Captured.OfLane lane -> "a lane of pool " + lane.pool();
            case Captured.OfUnit unit -> "unit " + unit.unit().id();
            case Captured.OfSlot slot -> "slot " + slot.request().slot() + " of worker " + slot.worker();
            case Captured.OfSchedule schedule ->
                "schedule " + schedule.schedule().id();
            case Captured.OfAttempt attempt -> "attempt " + attempt.attempt().id();
            case Captured.OfAudit audit -> "entry " + audit.entry().number() + " of the audit";
            case Captured.OfAmount amount -> amount.account().toString();
        };
    }

    private Captured checked(Captured part, Moment now) {
        return switch (part) {
            case Captured.OfLedger ledger -> {
                epoch = ledger.epoch();
                yield ledger;
            }
            case Captured.OfDomain domain -> {
                domains.add(domain.domain().name());
                yield domain;
            }
            case Captured.OfPool pool -> {
                pool(pool);
                policies.put(pool.pool().id(), pool.pool().policy());
                yield pool;
            }
            case Captured.OfWorker worker -> {
                worker.worker().offer().pools().forEach(pool -> policy(pool, worker));
                workers.add(worker.worker().id());
                yield worker;
            }
            case Captured.OfKey key -> {
                policy(key.pool(), key);
                yield key;
            }
            case Captured.OfLane lane -> {
                policy(lane.pool(), lane);
                yield lane;
            }
            case Captured.OfUnit unit -> unit(unit, now);
            case Captured.OfSlot slot -> {
                policy(slot.pool(), slot);
                worker(slot.worker(), slot);
                yield slot;
            }
            case Captured.OfSchedule schedule -> {
                policy(schedule.schedule().terms().pool(), schedule);
                yield schedule;
            }
            case Captured.OfAttempt attempt -> attempts.checked(attempt);
            case Captured.OfAudit audit -> audit;
            case Captured.OfAmount amount -> {
                if (amount.account().scope().isCountable() || amount.amount() == 0) {
                    throw new CapturedInvalid(named(amount) + " is told apart from the units that it follows from");
                }
                policy(amount.pool(), amount);
                yield amount;
            }
        };
    }

    /** A pool uses domains that are there, and declares others. */
    private void pool(Captured.OfPool part) {
        PoolPolicy policy = part.pool().policy();
        for (String domain : policy.sharedDomains()) {
            if (!domains.contains(domain)) {
                throw new CapturedInvalid(named(part) + " uses domain " + domain + ", which is not there");
            }
        }
        for (String domain : policy.domains().keySet()) {
            if (domains.contains(domain)) {
                throw new CapturedInvalid(named(part) + " declares domain " + domain + ", which is a shared one");
            }
        }
    }

    private Captured.OfUnit unit(Captured.OfUnit part, Moment now) {
        Unit unit = part.unit();
        PoolPolicy policy = policy(unit.pool(), part);
        unit.past().forEach(past -> worker(past.claim().worker(), part));
        unit.claim().ifPresent(claim -> worker(claim.worker(), part));
        unit.newestFence().ifPresent(fence -> epoch = Math.max(epoch, fence.epoch()));
        units++;
        newestSequence = unit.sequence();
        if (keepClaims || unit.claim().isEmpty()) {
            return part;
        }
        lost++;
        Unit after = RestoreRules.lost(unit, policy, now);
        RestoreRules.inquiry(unit, after)
                .ifPresent(inquiry ->
                        inquiries.add(new Captured.OfUnit(inquiry.admittedAt(now), now.plus(policy.keysFor()), false)));
        return new Captured.OfUnit(after, part.keyUntil(), false);
    }

    /** Inquiries about claims that are lost follow all other units. */
    private Captured numbered(Captured part) {
        return part instanceof Captured.OfUnit inquiry
                ? new Captured.OfUnit(inquiry.unit().numbered(++newestSequence), inquiry.keyUntil(), false)
                : part;
    }

    private PoolPolicy policy(PoolId pool, Captured of) {
        PoolPolicy policy = policies.get(pool);
        if (policy == null) {
            throw new CapturedInvalid(named(of) + " names pool " + pool + ", which is not there");
        }
        return policy;
    }

    private void worker(WorkerId worker, Captured of) {
        if (!workers.contains(worker)) {
            throw new CapturedInvalid(named(of) + " names worker " + worker + ", which is not there");
        }
    }
}
