// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.BeginDecision;
import dev.holdfast.core.work.HolderRefusal;
import dev.holdfast.core.work.SettleDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells the ledger in one call what handlers said and what is about to begin. A batch that got no answer is kept and sent
 * again as it was. Used by one thread at a time.
 *
 * <p>An exception that no ledger should throw may come from one message and would come again: that batch is halved until the
 * offender is alone. Then its claim is released as far as that goes, because the handler ran and what it did is no longer
 * known, and otherwise let go as lost; the others go on.
 */
final class Exchange {
    /** Most commands of one call: larger batches gain little, and hold a store for too long. */
    private static final int MOST_COMMANDS = 1_000;

    /** An attempt is burnt, so that a unit whose answers cannot be taken does not go round for ever. */
    private static final Answer NOT_TAKEN = Releases.unknown(WorkerCodes.ANSWER_NOT_TAKEN);

    private final Ledger ledger;
    private final HeldClaims held;
    private final PoolClaims claims;
    private final Claimer claimer;
    private final Runner runner;
    private final Reports reports;
    private final Outbox outbox = new Outbox();
    private volatile boolean allSaid = true;

    Exchange(Ledger ledger, HeldClaims held, PoolClaims claims, Claimer claimer, Runner runner, Reports reports) {
        this.ledger = ledger;
        this.held = held;
        this.claims = claims;
        this.claimer = claimer;
        this.runner = runner;
        this.reports = reports;
    }

    PoolId pool() {
        return claimer.pool();
    }

    /** Whether every message that was taken up has been answered. Any thread. */
    boolean isAllSaid() {
        return allSaid;
    }

    /**
     * Sends the last batch again, if it was not answered, or else the next one.
     *
     * @param stopping whether to begin nothing new
     * @return whether something was answered
     */
    boolean send(boolean stopping) {
        if (outbox.isEmpty()) {
            outbox.put(nextBatch(stopping));
        }
        if (outbox.isEmpty()) {
            return false;
        }
        List<Message> answered = outbox.next();
        List<Decision> decisions = submit(answered);
        outbox.takeOut();
        List<Held> ended = new ArrayList<>(answered.size());
        for (int i = 0; i < decisions.size(); i++) {
            switch (answered.get(i)) {
                case Message.Settlement settlement -> settled(settlement, (SettleDecision) decisions.get(i), ended);
                case Message.Beginning beginning -> begun(beginning, (BeginDecision) decisions.get(i), ended);
            }
        }
        held.remove(ended);
        allSaid = outbox.isEmpty();
        return true;
    }

    private List<Decision> submit(List<Message> batch) {
        try {
            return ledger.submitAll(batch.stream().map(Message::command).toList());
        } catch (LedgerException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new OutcomeUnknown(narrow(batch), e);
        }
    }

    /** Makes sure that the next call is another one; says what became of this one. */
    private String narrow(List<Message> batch) {
        if (batch.size() > 1) {
            outbox.halve();
            return "the ledger failed on " + batch.size() + " messages; half of them are sent next";
        }
        Message offender = batch.getFirst();
        String what = "the ledger failed on claim " + offender.held().grant().fence() + " of work "
                + offender.held().grant().work();
        if (offender instanceof Message.Settlement settlement
                && !settlement.answer().equals(NOT_TAKEN)) {
            outbox.replace(new Message.Settlement(settlement.held(), NOT_TAKEN, settlement.secret()));
            return what + "; it is released instead of "
                    + settlement.answer().getClass().getSimpleName();
        }
        outbox.takeOut();
        letGo(offender);
        allSaid = outbox.isEmpty();
        return what + "; it is let go";
    }

    private void letGo(Message offender) {
        if (offender instanceof Message.Beginning) {
            claims.ended(offender.held(), Optional.empty(), false);
        }
        held.remove(List.of(offender.held()));
        if (offender.held().lose()) {
            reports.lost(offender.held(), "the ledger fails on it");
        }
    }

    private List<Message> nextBatch(boolean stopping) {
        allSaid = false; // before the answers leave the place where they are counted
        List<Answered> answers = claims.takeAnswers(MOST_COMMANDS);
        List<Held> beginnings = stopping ? List.of() : claims.nextToBegin();
        if (answers.isEmpty() && beginnings.isEmpty()) {
            allSaid = true;
            return List.of();
        }
        List<Message> batch = new ArrayList<>(answers.size() + beginnings.size());
        for (Answered each : answers) {
            claimer.ran(each.permitFor());
            batch.add(new Message.Settlement(each.held(), each.answer(), claimer.secret()));
        }
        beginnings.forEach(each -> batch.add(new Message.Beginning(each, claimer.secret())));
        return batch;
    }

    private void settled(Message.Settlement settlement, SettleDecision decision, List<Held> ended) {
        if (decision instanceof SettleDecision.SettleInstead) {
            // The handler gave back work whose effect is part of the ledger's own commit: that commit was its success.
            claims.say(settlement.held(), new Answer.Succeeded(Payload.EMPTY));
            return;
        }
        if (decision instanceof SettleDecision.ResolveInstead) {
            claims.say(settlement.held(), Releases.unknown(WorkerCodes.QUESTION_OPEN));
            return;
        }
        ended.add(settlement.held());
        reports.settled(settlement.held().grant(), settlement.answer(), decision);
    }

    private void begun(Message.Beginning beginning, BeginDecision decision, List<Held> ended) {
        switch (decision) {
            case BeginDecision.Begun begun -> runner.launch(beginning.held());
            case BeginDecision.Repeated begun -> runner.launch(beginning.held());
            case HolderRefusal refusal -> {
                claims.ended(beginning.held(), Optional.empty(), false);
                ended.add(beginning.held());
                if (beginning.held().lose()) {
                    reports.lost(beginning.held(), "it was over before it was begun: " + refusal);
                }
            }
        }
    }
}
