// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Submission to one pool: what the policy alone decides, then one insertion, then what was in its way. */
public final class Admission {
    private Admission() {}

    /**
     * Decides submissions to one pool, in order.
     *
     * @param policy of the pool; empty when there is no such pool
     * @param insert inserts units as {@link Shelf#insert} does; not called when there are none
     */
    public static List<SubmitDecision> admit(
            List<Submit> commands, Optional<PoolPolicy> policy, Function<List<NewUnit>, List<Insertion>> insert) {
        SubmitDecision[] decisions = new SubmitDecision[commands.size()];
        List<NewUnit> units = new ArrayList<>(commands.size());
        int[] indexes = new int[commands.size()];
        for (int i = 0; i < decisions.length; i++) {
            switch (AdmissionRules.screen(commands.get(i), policy)) {
                case AdmissionRules.Screening.Refused refused -> decisions[i] = refused.decision();
                case AdmissionRules.Screening.Insert accepted -> {
                    indexes[units.size()] = i;
                    units.add(accepted.unit());
                }
            }
        }
        List<Insertion> insertions = units.isEmpty() ? List.of() : insert.apply(units);
        for (int i = 0; i < insertions.size(); i++) {
            decisions[indexes[i]] = AdmissionRules.decide(units.get(i), insertions.get(i));
        }
        return Arrays.asList(decisions);
    }
}
