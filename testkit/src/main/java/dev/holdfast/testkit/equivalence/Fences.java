// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.HandBack;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SubmitClaimedDecision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fences that the units of one history were granted with, in order. When a history is played without some of its
 * steps, other fences are granted; then a command that named the second fence of a unit has to name its second fence now.
 */
final class Fences {
    private final Map<WorkId, List<Fence>> granted = new HashMap<>();

    void learn(Decision decision) {
        if (decision instanceof SubmitClaimedDecision.Granted one) {
            learn(new ClaimDecision.Granted(List.of(one.grant()), List.of(), false));
        }
        if (decision instanceof ClaimDecision.Granted answer) {
            for (Grant grant : answer.grants()) {
                List<Fence> fences = of(grant.work());
                if (!fences.contains(grant.fence())) {
                    fences.add(grant.fence());
                }
            }
        }
    }

    private List<Fence> of(WorkId work) {
        return granted.computeIfAbsent(work, id -> new ArrayList<>());
    }

    /** A command of the history that {@code original} belongs to, as it has to be in this one. */
    Command<?> translate(Command<?> command, Fences original) {
        return switch (command) {
            case Settle settle ->
                new Settle(
                        settle.work(),
                        translate(settle.work(), settle.fence(), original),
                        settle.secret(),
                        settle.answer());
            case Begin begin ->
                new Begin(begin.work(), translate(begin.work(), begin.fence(), original), begin.secret());
            case Resolve resolve ->
                new Resolve(
                        resolve.work(),
                        translate(resolve.work(), resolve.fence(), original),
                        resolve.resolution(),
                        resolve.reference(),
                        resolve.actor());
            case HandBack handBack ->
                new HandBack(handBack.work(), translate(handBack.work(), handBack.fence(), original));
            case Heartbeat(var worker, var healthy, Holdings.Listed listed, var inFlight) ->
                new Heartbeat(worker, healthy, translate(listed, original), inFlight);
            default -> command;
        };
    }

    private Holdings translate(Holdings.Listed listed, Fences original) {
        return new Holdings.Listed(listed.claims().stream()
                .map(claim -> new Holdings.Holding(claim.work(), translate(claim.work(), claim.fence(), original)))
                .toList());
    }

    private Fence translate(WorkId work, Fence fence, Fences original) {
        int index = original.of(work).indexOf(fence);
        List<Fence> mine = of(work);
        return index < 0 || mine.isEmpty() ? fence : mine.get(Math.min(index, mine.size() - 1));
    }
}
