// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.BeginDecision;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.CancelDecision;
import dev.holdfast.core.work.CancelRequest;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.ResolveDecision;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WithdrawDecision;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was accepted once, so that the same command again gets the same answer and changes nothing (I13, I15). */
final class Repeats {
    private record Key(PoolId pool, IdempotencyKey key) {}

    private record Held(WorkId work, Fence fence) {}

    private record Life(WorkId work, int number) {}

    private record Admission(WorkId work, Submission submission) {}

    private final World world;
    private final Map<Key, Admission> admitted = new HashMap<>();
    private final Set<WorkId> works = new HashSet<>();
    private final Set<WorkId> held = new HashSet<>();
    private final Map<Held, Answer> answers = new HashMap<>();
    private final Map<Held, Resolve> evidence = new HashMap<>();
    private final Set<Held> begun = new HashSet<>();
    private final Map<WorkId, Cancel> cancels = new HashMap<>();
    private final Map<Life, Redrive> redrives = new HashMap<>();

    Repeats(World world) {
        this.world = world;
    }

    Set<WorkId> admitted() {
        return works;
    }

    /** Whether the unit was admitted as held. */
    boolean wasHeld(WorkId work) {
        return held.contains(work);
    }

    boolean isCancelled(WorkId work) {
        return cancels.containsKey(work);
    }

    Optional<Answer> answer(WorkId work, Fence fence) {
        return Optional.ofNullable(answers.get(new Held(work, fence)));
    }

    Optional<Resolve> evidence(WorkId work, Fence fence) {
        return Optional.ofNullable(evidence.get(new Held(work, fence)));
    }

    boolean hasBegun(WorkId work, Fence fence) {
        return begun.contains(new Held(work, fence));
    }

    /** The ledger has submitted a unit by itself: an inquiry, or that of a tick. */
    void submitted(WorkId work) {
        works.add(work);
    }

    /** The ledger has cancelled an inquiry by itself. */
    void closed(Unit inquiry) {
        CancelRequest request = inquiry.cancel().orElseThrow();
        cancels.put(inquiry.id(), new Cancel(inquiry.id(), request.actor(), request.reason()));
    }

    /** @param unit the command's unit after it, when it is about one */
    void observe(Command<?> command, Decision decision, Optional<Unit> unit, boolean changed) {
        boolean right = switch (command) {
            case Submit submit -> submitted(submit, decision, changed);
            case SubmitTogether together -> submittedTogether(together, decision, changed);
            case Settle settle -> settled(settle, decision, unit, changed);
            case Begin begin -> begun(begin, decision, changed);
            case Cancel cancel -> cancelled(cancel, decision, unit, changed);
            case Resolve resolve -> resolved(resolve, decision, unit, changed);
            case Redrive redrive -> redriven(redrive, decision, unit, changed);
            case Promote promote -> promoted(promote, decision, unit, changed);
            case Withdraw withdraw -> withdrawn(withdraw, decision, unit, changed);
            default -> true;
        };
        world.demand(right, "I13", "%s was answered before, now %s, changed %s", command, decision, changed);
    }

    private boolean submitted(Submit submit, Decision decision, boolean changed) {
        Key key = new Key(submit.pool(), submit.submission().key());
        Admission before = admitted.get(key);
        if (before == null) {
            if (decision instanceof SubmitDecision.Admitted now) {
                admitted.put(key, new Admission(now.work(), submit.submission()));
                works.add(now.work());
                if (now.status() == Status.HELD) {
                    held.add(now.work());
                }
                return true;
            }
            return false;
        }
        boolean same = before.submission().equals(submit.submission());
        return !changed
                && switch (decision) {
                    case SubmitDecision.Repeated repeated ->
                        same && repeated.unit().id().equals(before.work());
                    case SubmitDecision.Conflict conflict ->
                        !same && conflict.work().equals(before.work());
                    default -> false;
                };
    }

    /** Each as if it were alone, where all are in; nothing has changed, and somebody knows why, where they are not. */
    private boolean submittedTogether(SubmitTogether together, Decision decision, boolean changed) {
        return switch (decision) {
            case SubmitTogetherDecision.Admitted admitted -> {
                world.statistics.sometimes("submitted together");
                boolean right = admitted.each().size() == together.each().size();
                for (int i = 0; right && i < admitted.each().size(); i++) {
                    SubmitDecision each = admitted.each().get(i);
                    boolean isNew = each instanceof SubmitDecision.Admitted;
                    right = submitted(together.each().get(i), each, false) && (!isNew || changed);
                }
                yield right;
            }
            case SubmitTogetherDecision.Refused refused -> {
                world.statistics.sometimes("refused together");
                yield !changed
                        && !refused.refusals().isEmpty()
                        && refused.refusals().stream()
                                .allMatch(each -> submitted(together.each().get(each.place()), each.reason(), false));
            }
            default -> false;
        };
    }

    private boolean settled(Settle settle, Decision decision, Optional<Unit> unit, boolean changed) {
        Held held = new Held(settle.work(), settle.fence());
        boolean holder = world.witness
                .grants
                .find(settle.work(), settle.fence())
                .filter(granted -> granted.secret().equals(settle.secret().digest()))
                .isPresent();
        Answer before = answers.get(held);
        return switch (decision) {
            case SettleDecision.Accepted accepted -> {
                answers.put(held, settle.answer());
                world.statistics.count("settles");
                yield holder
                        && before == null
                        && accepted.status() == unit.orElseThrow().status();
            }
            case SettleDecision.Repeated repeated ->
                settle.answer().equals(before)
                        && !changed
                        && repeated.status() == unit.orElseThrow().status();
            case SettleDecision.Conflict conflict ->
                conflict.answer().equals(before) && !settle.answer().equals(before) && !changed;
            default -> before == null || !holder;
        };
    }

    private boolean begun(Begin begin, Decision decision, boolean changed) {
        boolean first = decision instanceof BeginDecision.Begun;
        return first ? begun.add(new Held(begin.work(), begin.fence())) && changed : !changed;
    }

    private boolean cancelled(Cancel cancel, Decision decision, Optional<Unit> unit, boolean changed) {
        Cancel before = cancels.get(cancel.work());
        return switch (decision) {
            case CancelDecision.Repeated repeated ->
                before != null && repeated.first().actor().equals(before.actor()) && !changed;
            case CancelDecision.TooLate late ->
                unit.orElseThrow().status() == late.status() && late.status().isEnd() && !changed;
            case CancelDecision.NotFound none -> unit.isEmpty();
            case CancelDecision.QuestionOpen open -> before == null && !changed;
            default -> cancels.put(cancel.work(), cancel) == null && changed;
        };
    }

    private boolean resolved(Resolve resolve, Decision decision, Optional<Unit> unit, boolean changed) {
        Held held = new Held(resolve.work(), resolve.fence());
        Resolve before = evidence.get(held);
        boolean same = before != null
                && before.resolution().equals(resolve.resolution())
                && before.reference().equals(resolve.reference());
        return switch (decision) {
            case ResolveDecision.Resolved done -> {
                evidence.put(held, resolve);
                world.statistics.sometimes("uncertain work resolved");
                yield before == null
                        && changed
                        && done.status() == unit.orElseThrow().status();
            }
            case ResolveDecision.Repeated repeated -> same && !changed;
            case ResolveDecision.Conflict conflict ->
                before != null && !same && conflict.resolution().equals(before.resolution()) && !changed;
            default -> before == null && !changed;
        };
    }

    private boolean redriven(Redrive redrive, Decision decision, Optional<Unit> unit, boolean changed) {
        Life life = new Life(redrive.work(), redrive.expectedLife());
        Redrive before = redrives.get(life);
        return switch (decision) {
            case RedriveDecision.Redriven done -> {
                redrives.put(life, redrive);
                cancels.remove(redrive.work());
                yield before == null && changed && done.life() == redrive.expectedLife() + 1;
            }
            case RedriveDecision.Repeated repeated ->
                before != null
                        && !changed
                        && repeated.first().actor().equals(before.actor())
                        && repeated.status() == unit.orElseThrow().status();
            case RedriveDecision.AnotherLife other ->
                !changed && other.life() == unit.orElseThrow().life();
            default -> before == null && !changed;
        };
    }

    private boolean promoted(Promote promote, Decision decision, Optional<Unit> unit, boolean changed) {
        return switch (decision) {
            case PromoteDecision.Promoted done -> {
                world.statistics.sometimes("held work promoted");
                yield changed && unit.orElseThrow().status() == Status.QUEUED;
            }
            case PromoteDecision.Repeated repeated ->
                !changed && repeated.status() == unit.orElseThrow().status() && repeated.status() != Status.HELD;
            case PromoteDecision.Withdrawn withdrawn ->
                !changed && unit.orElseThrow().status() == Status.CANCELLED;
            default -> unit.isEmpty() && works.stream().noneMatch(promote.work()::equals);
        };
    }

    private boolean withdrawn(Withdraw withdraw, Decision decision, Optional<Unit> unit, boolean changed) {
        return switch (decision) {
            case WithdrawDecision.Withdrawn done -> {
                world.statistics.sometimes("held work withdrawn");
                cancels.put(withdraw.work(), new Cancel(withdraw.work(), withdraw.actor(), withdraw.reason()));
                yield changed && unit.orElseThrow().status() == Status.CANCELLED;
            }
            case WithdrawDecision.Repeated repeated ->
                !changed && unit.orElseThrow().status() == Status.CANCELLED;
            case WithdrawDecision.TooLate late ->
                !changed && late.status() == unit.orElseThrow().status() && late.status() != Status.HELD;
            default -> unit.isEmpty() && works.stream().noneMatch(withdraw.work()::equals);
        };
    }
}
