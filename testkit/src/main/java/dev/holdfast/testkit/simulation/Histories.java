// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Codes;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.util.ArrayList;
import java.util.List;

/**
 * One unit's own history must add up: claims and grants agree (I1), attempts and losses are what the past of this life says
 * and within their budgets (I8), and no run of a life followed another that should have been asked about.
 */
final class Histories {
    private final World world;
    private final Grants grants;
    private final Repeats repeats;

    Histories(World world, Grants grants, Repeats repeats) {
        this.world = world;
        this.grants = grants;
        this.repeats = repeats;
    }

    void check(Unit unit) {
        List<Claim> all = new ArrayList<>();
        unit.past().forEach(past -> all.add(past.claim()));
        unit.claim().ifPresent(all::add);
        world.demand(all.size() == grants.count(unit.id()), "I1", "%s has other claims than grants", unit);
        world.demand(
                all.isEmpty()
                        || grants.newest(unit.id())
                                .orElseThrow()
                                .fence()
                                .equals(all.getLast().fence()),
                "I1",
                "%s is not held under its newest fence",
                unit);
        count(unit);
        for (int i = 0; i + 1 < all.size(); i++) {
            world.demand(
                    all.get(i + 1).fence().isNewerThan(all.get(i).fence()), "I2", "fences of %s do not rise", unit);
            boolean sameLife = all.get(i + 1).life() == all.get(i).life();
            world.demand(!sameLife || mayFollow(unit, unit.past().get(i)), "unasked", "%s runs again unasked", unit);
        }
        if (unit.state() instanceof WorkState.Ended ended) {
            ends(ended);
        }
    }

    private void count(Unit unit) {
        int attempts = 0;
        int losses = 0;
        for (PastClaim past : unit.past()) {
            if (past.claim().life() != unit.life()) {
                continue;
            }
            boolean begun = !unit.requirements().mustBegin() || isBegun(unit, past);
            if (past.answer().isPresent()) {
                boolean notStarted = past.answer().get() instanceof Answer.Released released
                        && released.evidence() == Evidence.NOT_STARTED;
                attempts += notStarted ? 0 : 1;
            } else if (past.end() == PastClaim.End.LOST && begun) {
                losses++;
            }
        }
        world.demand(
                attempts == unit.attempts() && losses == unit.losses(),
                "I8",
                "%d attempts and %d losses by its past: %s",
                attempts,
                losses,
                unit);
        if (unit.claim().isPresent()) {
            world.demand(
                    unit.claim().get().attempt() == attempts + losses + 1
                            && attempts < world.witness.policies.mostAttempts(unit.pool())
                            && losses < world.witness.policies.mostLosses(unit.pool()),
                    "I8",
                    "runs beyond its budgets: %s",
                    unit);
        }
    }

    private boolean isBegun(Unit unit, PastClaim past) {
        return repeats.hasBegun(unit.id(), past.claim().fence());
    }

    /** What this witness has heard itself about the run, not what the ledger says it has. */
    private boolean mayFollow(Unit unit, PastClaim past) {
        Guarantee guarantee = unit.requirements().eligibility().guarantee();
        boolean asks = unit.requirements().mustBegin();
        boolean cleared = repeats.evidence(unit.id(), past.claim().fence())
                .filter(resolve -> resolve.resolution() instanceof Resolution.NotApplied)
                .isPresent();
        return cleared
                || repeats.answer(unit.id(), past.claim().fence())
                        .map(answer -> answer instanceof Answer.Released
                                && switch (answer.evidence()) {
                                    case NOT_STARTED, NOT_APPLIED -> true;
                                    case APPLIED -> guarantee == Guarantee.IDEMPOTENT;
                                    case UNKNOWN, AMBIGUOUS -> !asks;
                                })
                        .orElse(!asks || !isBegun(unit, past));
    }

    private void ends(WorkState.Ended ended) {
        switch (ended.code()) {
            case Codes.ATTEMPTS_EXHAUSTED, Codes.LOSSES_EXHAUSTED, Codes.OVERSIZED ->
                world.statistics.sometimes(ended.code());
            default -> {}
        }
    }
}
