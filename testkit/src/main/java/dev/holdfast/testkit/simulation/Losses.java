// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Decision;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.core.work.Unit;

/** A sweep that leaves nothing for the next one has ended every claim that may be ended (I22). */
final class Losses {
    private final World world;
    private final Witness witness;
    private final Leases leases;

    Losses(World world, Witness witness, Leases leases) {
        this.world = world;
        this.witness = witness;
        this.leases = leases;
    }

    void swept(Sweep sweep, Decision decision) {
        if (!(decision instanceof SweepDecision.Swept swept) || swept.more()) {
            return;
        }
        for (Unit unit : witness.units(Status.CLAIMED)) {
            Claim claim = unit.claim().orElseThrow();
            boolean tooLong = claim.runUntil()
                    .filter(limit -> !world.now().isBefore(limit))
                    .isPresent();
            world.demand(
                    !unit.pool().equals(sweep.pool()) || (leases.isLive(claim.worker()) && !tooLong),
                    "I22",
                    "the sweep leaves %s with %s",
                    unit.id(),
                    claim.worker());
        }
    }
}
