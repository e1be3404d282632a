// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Submission to one pool: what the policy alone decides, then one insertion, then what was in its way.
 *
 * <p>The policy comes from memory. An insertion is made on the revision that it was decided on or not at all; a refusal,
 * which inserts nothing, is given only after another look at the policy. So an old revision costs a second try, and decides
 * nothing.
 */
public final class Admission {
    /** A policy that changes more often while one submission is decided is changed by a fault. */
    private static final int MOST_TRIES = 16;

    /** The terms of a pool; empty when there is no such pool. */
    public interface Source {
        /** As they were some time ago. */
        Optional<Terms> known();

        /** As they are now. */
        Optional<Terms> newest();
    }

    private final List<Submit> commands;
    private final SubmitDecision[] decisions;
    private final List<NewUnit> units;
    private final int[] indexes;

    private Admission(List<Submit> commands, Optional<Terms> terms) {
        this.commands = commands;
        this.decisions = new SubmitDecision[commands.size()];
        this.units = new ArrayList<>(commands.size());
        this.indexes = new int[commands.size()];
        screen(terms);
    }

    /**
     * Decides submissions to one pool, in order.
     *
     * @param insert inserts units as {@link Shelf#insert} does; not called when there are none
     */
    public static List<SubmitDecision> admit(
            List<Submit> commands, Source source, Function<List<NewUnit>, List<Insertion>> insert) {
        Optional<Terms> terms = source.known();
        for (int i = 0; i < MOST_TRIES; i++) {
            Admission admission = new Admission(commands, terms);
            Optional<Terms> newest = admission.refusesAny() && terms.isPresent() ? source.newest() : terms;
            boolean sameTerms = newest.map(Terms::revision).equals(terms.map(Terms::revision));
            if (sameTerms && admission.inserts(insert)) {
                return Arrays.asList(admission.decisions);
            }
            terms = sameTerms ? source.newest() : newest;
        }
        throw new LedgerUnavailable("the policy of pool '" + commands.getFirst().pool() + "' changed " + MOST_TRIES
                + " times meanwhile; a caller's transaction has to be 'read committed' to see it");
    }

    private void screen(Optional<Terms> terms) {
        for (int i = 0; i < decisions.length; i++) {
            switch (AdmissionRules.screen(commands.get(i), terms)) {
                case AdmissionRules.Screening.Refused refused -> decisions[i] = refused.decision();
                case AdmissionRules.Screening.Insert accepted -> {
                    indexes[units.size()] = i;
                    units.add(accepted.unit());
                }
            }
        }
    }

    private boolean refusesAny() {
        return units.size() < decisions.length;
    }

    /** False, with nothing inserted, when the revision is over. */
    private boolean inserts(Function<List<NewUnit>, List<Insertion>> insert) {
        List<Insertion> insertions = units.isEmpty() ? List.of() : insert.apply(units);
        if (!insertions.isEmpty() && insertions.getFirst() instanceof Insertion.Outdated) {
            return false;
        }
        for (int i = 0; i < insertions.size(); i++) {
            decisions[indexes[i]] = AdmissionRules.decide(units.get(i), insertions.get(i));
        }
        return true;
    }
}
