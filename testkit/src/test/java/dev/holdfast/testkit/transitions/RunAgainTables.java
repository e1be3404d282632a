// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.transitions;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.HandBack;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What becomes of a claimed unit, for each way in which its claim can end and each promise: each cell is a ledger of its own. */
final class RunAgainTables {
    /**
     * @param begun whether the holder said, where it has to, that its handler starts
     * @param how what ends the claim that this fence names
     */
    private record End(String name, boolean begun, Function<Fence, Move> how) {}

    private RunAgainTables() {}

    /** Ends that do not end the unit, unless its budget or a cancel does. */
    static String again(boolean budgetLeft, boolean cancelled) {
        List<End> ends = new ArrayList<>();
        for (Evidence evidence : Evidence.values()) {
            ends.add(answered("released, " + evidence, new Answer.Released(evidence, "later", Optional.empty())));
        }
        ends.add(new End("lost after it was begun", true, fence -> new Move.Sweep(OneUnit.A_MINUTE)));
        ends.add(new End("lost, not begun", false, fence -> new Move.Sweep(OneUnit.A_MINUTE)));
        ends.add(new End(
                "handed back after it was begun", true, fence -> new Move.Send(new HandBack(OneUnit.WORK, fence))));
        ends.add(new End("handed back, not begun", false, fence -> new Move.Send(new HandBack(OneUnit.WORK, fence))));
        return table(ends, budgetLeft, cancelled);
    }

    /** Answers that end the unit, unless their evidence says too little. */
    static String ends() {
        List<End> ends = new ArrayList<>();
        for (Evidence evidence : Evidence.values()) {
            ends.add(answered("failed, " + evidence, new Answer.Failed("broken", evidence)));
        }
        for (Evidence evidence : Evidence.values()) {
            ends.add(answered("cancelled, " + evidence, new Answer.Cancelled("stopped", evidence)));
        }
        for (Evidence evidence : Evidence.values()) {
            ends.add(answered("poisoned, " + evidence, new Answer.Poisoned("no-such-thing", evidence)));
        }
        return table(ends, true, false);
    }

    private static End answered(String name, Answer answer) {
        return new End(name, true, fence -> new Move.Send(new Settle(OneUnit.WORK, fence, OneUnit.SECRET, answer)));
    }

    private static String table(List<End> ends, boolean budgetLeft, boolean cancelled) {
        StringBuilder text = new StringBuilder("| the claim was |");
        Promise.all().forEach(promise -> text.append(" %s<br>%s |".formatted(promise.guarantee(), promise.recovery())));
        text.append("\n| --- |").append(" --- |".repeat(Promise.all().size())).append("\n");
        for (End end : ends) {
            text.append("| %s |".formatted(end.name()));
            for (Promise promise : Promise.all()) {
                text.append(" %s |".formatted(cell(promise, end, budgetLeft, cancelled)));
            }
            text.append("\n");
        }
        return text.toString();
    }

    private static String cell(Promise promise, End end, boolean budgetLeft, boolean cancelled) {
        try (OneUnit one = new OneUnit(promise.submission(), budgetLeft ? 2 : 1)) {
            one.make(new Move.Claim());
            Fence fence = one.unit().newestFence().orElseThrow();
            if (end.begun() && promise.submission().requirements().mustBegin()) {
                one.make(new Move.Send(new Begin(OneUnit.WORK, fence, OneUnit.SECRET)));
            }
            if (cancelled) {
                one.make(new Move.Send(new Cancel(OneUnit.WORK, "ann", "unwanted")));
            }
            Decision decision = one.make(end.how().apply(fence));
            Status status = one.unit().status();
            return status == Status.CLAIMED ? "refused: " + decision.getClass().getSimpleName() : status.toString();
        }
    }
}
