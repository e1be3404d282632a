// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A memory that hears some commands wrongly. */
final class WrongLedger implements Ledger {
    /** Each is wrong in one thing, and seldom. */
    enum Fault {
        /** Takes a release for an end: the answer differs. */
        ENDS_RELEASED,
        /** No answer differs, only what is shown. */
        FORGETS_THE_ACTOR,
        /** Of units that have some; no answer differs until the unit is shown. */
        FORGETS_LABELS,
        /** Never lets a worker go on: seen much later. */
        DRAINS_FOR_EVER;

        Candidate candidate() {
            return Candidate.of(name(), clock -> new WrongLedger(this, clock));
        }

        private Command<?> hears(Command<?> command) {
            return switch (command) {
                case Settle(var work, var fence, var secret, Answer.Released released)
                when this == ENDS_RELEASED ->
                    new Settle(work, fence, secret, new Answer.Failed("gone", released.evidence()));
                case Cancel cancel
                when this == FORGETS_THE_ACTOR -> new Cancel(cancel.work(), "somebody", cancel.reason());
                case Submit submit
                when this == FORGETS_LABELS -> new Submit(submit.pool(), withoutLabels(submit.submission()));
                case DrainWorker drain
                when this == DRAINS_FOR_EVER -> new DrainWorker(drain.worker(), true, drain.actor(), drain.reason());
                default -> command;
            };
        }
    }

    private final Fault fault;
    private final Ledger right;

    private WrongLedger(Fault fault, LedgerClock clock) {
        this.fault = fault;
        this.right = MemoryLedger.create(clock);
    }

    private static Submission withoutLabels(Submission unit) {
        return new Submission(
                unit.key(), unit.id(), unit.payload(), unit.requirements(), new TreeMap<>(), unit.trace());
    }

    @Override
    public AuthorityId authority() {
        return right.authority();
    }

    @Override
    public Capabilities capabilities() {
        return right.capabilities();
    }

    @Override
    @SuppressWarnings("unchecked") // the misheard command is of the same type
    public <R extends Decision> R submit(Command<R> command) {
        return (R) right.submit(fault.hears(command));
    }

    @Override
    public List<Decision> submitAll(List<? extends Command<?>> commands) {
        List<Command<?>> heard = new ArrayList<>();
        commands.forEach(command -> heard.add(fault.hears(command)));
        return right.submitAll(heard);
    }

    @Override
    public <R> R ask(Query<R> query) {
        return right.ask(query);
    }

    @Override
    public long changes() {
        return right.changes();
    }

    @Override
    public void close() {
        right.close();
    }
}
