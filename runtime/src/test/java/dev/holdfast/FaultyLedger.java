// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/** A ledger over a real one that fails as stores and networks do. */
final class FaultyLedger implements Ledger {
    /** What happens to one call. */
    enum Fault {
        NONE,
        /** Nothing was applied. */
        BEFORE,
        /** Everything was applied, and the answer is lost. */
        AFTER,
        /** The first half of a batch was applied, and the answer is lost. */
        HALFWAY,
        BROKEN
    }

    private final Ledger ledger;
    private final AtomicInteger faults = new AtomicInteger();
    private volatile Function<Command<?>, Fault> plan = command -> Fault.NONE;
    private volatile Predicate<Command<?>> offender = command -> false;

    FaultyLedger(Ledger ledger) {
        this.ledger = ledger;
    }

    /** @param byFirst asked with the first command of each call; may block */
    void plan(Function<Command<?>, Fault> byFirst) {
        plan = byFirst;
    }

    /** Every batch with such a command throws what no ledger should, and nothing of it is applied. */
    void throwOn(Predicate<Command<?>> command) {
        offender = command;
    }

    int faults() {
        return faults.get();
    }

    @Override
    public <R extends Decision> R submit(Command<R> command) {
        Fault fault = plan.apply(command);
        count(fault);
        if (fault == Fault.BEFORE || fault == Fault.HALFWAY) {
            throw unavailable();
        }
        if (fault == Fault.BROKEN) {
            throw new LedgerBroken("broken by the test", new IllegalStateException());
        }
        R decision = ledger.submit(command);
        if (fault == Fault.AFTER) {
            throw unknown();
        }
        return decision;
    }

    @Override
    public List<Decision> submitAll(List<? extends Command<?>> commands) {
        if (commands.stream().anyMatch(offender)) {
            throw new IllegalStateException("a fault of the ledger's own, says the test");
        }
        Fault fault = plan.apply(commands.getFirst());
        count(fault);
        return switch (fault) {
            case NONE -> ledger.submitAll(commands);
            case BEFORE -> throw unavailable();
            case AFTER -> {
                ledger.submitAll(commands);
                throw unknown();
            }
            case HALFWAY -> {
                ledger.submitAll(new ArrayList<>(commands).subList(0, (commands.size() + 1) / 2));
                throw unknown();
            }
            case BROKEN -> throw new LedgerBroken("broken by the test", new IllegalStateException());
        };
    }

    private void count(Fault fault) {
        if (fault != Fault.NONE) {
            faults.incrementAndGet();
        }
    }

    private static LedgerUnavailable unavailable() {
        return new LedgerUnavailable("away, says the test", new IllegalStateException());
    }

    private static OutcomeUnknown unknown() {
        return new OutcomeUnknown("answer lost, says the test", new IllegalStateException());
    }

    @Override
    public AuthorityId authority() {
        return ledger.authority();
    }

    @Override
    public Capabilities capabilities() {
        return ledger.capabilities();
    }

    @Override
    public <R> R ask(Query<R> query) {
        return ledger.ask(query);
    }

    @Override
    public long changes() {
        return ledger.changes();
    }

    @Override
    public void close() {
        ledger.close();
    }
}
