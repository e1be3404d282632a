// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Submission to one pool: what the policy alone decides, then one insertion, then what was in its way.
 *
 * <p>The policy comes from memory. An insertion is made on the revision that it was decided on or not at all; a refusal,
 * which inserts nothing, is given only after another look at the policy. So an old revision costs a second try, and decides
 * nothing.
 *
 * <p>Only a pool that limits its queue pays for that: what is queued is counted before, without a lock, so that submitters
 * who count at the same time may pass the limit together, each by no more than what it submits at once.
 */
public final class Admission {
    /** A policy that changes more often while one submission is decided is changed by a fault. */
    private static final int MOST_TRIES = 100;

    /** The terms of a pool; empty when there is no such pool. */
    public interface Source {
        /** As they were some time ago. */
        Optional<Terms> known();

        /** As they are now. */
        Optional<Terms> newest();
    }

    /** Where the units go. */
    public interface Store {
        /** See {@link Shelf#insert}; never called for no units. */
        List<Insertion> insert(List<NewUnit> units);

        /** See {@link Shelf#inTheWay}. */
        List<Optional<Insertion>> inTheWay(List<NewUnit> units);

        /** See {@link Shelf#queued}. */
        long queued();
    }

    private final List<Submit> commands;
    private final SubmitDecision[] decisions;
    private final List<NewUnit> units;
    private final List<Integer> indexes;

    private Admission(List<Submit> commands, Optional<Terms> terms) {
        this.commands = commands;
        this.decisions = new SubmitDecision[commands.size()];
        this.units = new ArrayList<>(commands.size());
        this.indexes = new ArrayList<>(commands.size());
        screen(terms);
    }

    /** Decides submissions to one pool, in order. */
    public static List<SubmitDecision> admit(List<Submit> commands, Source source, Store store) {
        return Arrays.asList(decided(commands, source, store, admission -> admission.inserts(store)).decisions);
    }

    /** Whether all units are in the ledger after these insertions; otherwise a store takes back what it has inserted of them. */
    public static boolean areIn(List<NewUnit> units, List<Insertion> insertions) {
        return AdmissionRules.areIn(units, insertions);
    }

    /**
     * Decides submissions to one pool of which all are admitted or none.
     *
     * @param store whose insertion inserts all units or none
     * @return empty for a unit that nothing stands against, while something does against another
     */
    public static List<Optional<SubmitDecision>> admitTogether(List<Submit> commands, Source source, Store store) {
        Admission admission =
                decided(commands, source, store, each -> each.refusesAny() ? each.looks(store) : each.inserts(store));
        return Arrays.stream(admission.decisions).map(Optional::ofNullable).toList();
    }

    /** @param attempt false, with nothing inserted, when the revision is over */
    private static Admission decided(List<Submit> commands, Source source, Store store, Predicate<Admission> attempt) {
        Optional<Terms> terms = source.known();
        for (int i = 0; i < MOST_TRIES; i++) {
            Admission admission = new Admission(commands, terms);
            terms.ifPresent(known -> admission.keepWithin(known.policy(), store));
            Optional<Terms> newest = admission.refusesAny() && terms.isPresent() ? source.newest() : terms;
            boolean sameTerms = newest.map(Terms::revision).equals(terms.map(Terms::revision));
            if (sameTerms && attempt.test(admission)) {
                return admission;
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
                    indexes.add(i);
                    units.add(accepted.unit());
                }
            }
        }
    }

    private boolean refusesAny() {
        return units.size() < decisions.length;
    }

    /** False, with nothing inserted, when the revision is over. */
    private boolean inserts(Store store) {
        List<Insertion> insertions = units.isEmpty() ? List.of() : store.insert(units);
        if (!insertions.isEmpty() && insertions.getFirst() instanceof Insertion.Outdated) {
            return false;
        }
        for (int i = 0; i < insertions.size(); i++) {
            decisions[indexes.get(i)] = AdmissionRules.decide(units.get(i), insertions.get(i));
        }
        return true;
    }

    /** What stands against the units that the policy does not refuse; always true. */
    private boolean looks(Store store) {
        if (units.isEmpty()) {
            return true;
        }
        List<Optional<Insertion>> inTheWay = store.inTheWay(units);
        for (int i = 0; i < inTheWay.size(); i++) {
            if (inTheWay.get(i).isPresent()) {
                decisions[indexes.get(i)] =
                        AdmissionRules.decide(units.get(i), inTheWay.get(i).get());
            }
        }
        return true;
    }

    /** A unit that is there already is answered as ever, so that whoever got no answer can ask again of a full pool. */
    private void keepWithin(PoolPolicy policy, Store store) {
        if (units.isEmpty() || policy.maxQueued().isEmpty()) {
            return;
        }
        long limit = policy.maxQueued().getAsLong();
        long queued = store.queued();
        if (units.size() <= limit - queued) {
            return;
        }
        List<Optional<Insertion>> inTheWay = store.inTheWay(units);
        Set<Object> taken = new HashSet<>();
        List<NewUnit> kept = new ArrayList<>();
        List<Integer> keptIndexes = new ArrayList<>();
        for (int i = 0; i < inTheWay.size(); i++) {
            NewUnit unit = units.get(i);
            IdempotencyKey key = unit.submission().key();
            boolean isNew = inTheWay.get(i).isEmpty() && !taken.contains(key) && !taken.contains(unit.id());
            boolean waits = isNew && unit.status() == Status.QUEUED;
            if (waits && queued >= limit) {
                decisions[indexes.get(i)] = AdmissionRules.tooManyQueued(policy, queued);
                continue;
            }
            queued += waits ? 1 : 0;
            taken.add(key);
            taken.add(unit.id());
            kept.add(unit);
            keptIndexes.add(indexes.get(i));
        }
        units.clear();
        units.addAll(kept);
        indexes.clear();
        indexes.addAll(keptIndexes);
    }
}
