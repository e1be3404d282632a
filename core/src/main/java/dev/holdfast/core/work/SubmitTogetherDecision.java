// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers {@link SubmitTogether}. */
public sealed interface SubmitTogetherDecision extends Decision {
    /**
     * All units are in the ledger.
     *
     * @param each {@link SubmitDecision.Admitted} or {@link SubmitDecision.Repeated}, in the order of the command
     */
    record Admitted(List<SubmitDecision> each) implements SubmitTogetherDecision {
        public Admitted {
            each = List.copyOf(each);
        }
    }

    /**
     * No unit was stored.
     *
     * @param refusals of those units that cannot be admitted, at least one; nothing stands against the others
     */
    record Refused(List<Refusal> refusals) implements SubmitTogetherDecision {
        public Refused {
            refusals = List.copyOf(refusals);
        }
    }

    /**
     * Why one unit of the command cannot be admitted.
     *
     * @param place of the unit in the command, from 0
     */
    record Refusal(int place, IdempotencyKey key, SubmitDecision reason) {}

    /** @param decisions on each unit by itself; empty where nothing stands against it */
    public static SubmitTogetherDecision of(SubmitTogether command, List<Optional<SubmitDecision>> decisions) {
        List<Refusal> refusals = new ArrayList<>();
        for (int i = 0; i < decisions.size(); i++) {
            int place = i;
            decisions
                    .get(i)
                    .filter(decision -> !AdmissionRules.isIn(decision))
                    .ifPresent(reason -> refusals.add(new Refusal(
                            place, command.each().get(place).submission().key(), reason)));
        }
        return refusals.isEmpty()
                ? new Admitted(decisions.stream().map(Optional::orElseThrow).toList())
                : new Refused(refusals);
    }
}
