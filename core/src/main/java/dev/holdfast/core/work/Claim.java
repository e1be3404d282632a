// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import java.util.Optional;

/**
 * The right of one worker to run one unit. It is live while its worker's lease runs, its run limit has not passed and
 * nobody revoked it.
 *
 * @param secret digest of what the claimer drew
 * @param attempt which run of this life it is, from 1
 * @param counted whether it counts against the limit of its fairness key; of a claim that has ended nobody asks, and it does
 *     not
 * @param fare what its grant cost its key; empty where grants are charged alike, and of a claim that has ended
 * @param begunAt when the holder said that its handler starts; only units that must be asked about say so
 */
public record Claim(
        Fence fence,
        WorkerId worker,
        RequestId request,
        Digest secret,
        int life,
        int attempt,
        Moment claimedAt,
        Optional<Moment> runUntil,
        boolean counted,
        Optional<Fare> fare,
        Optional<Moment> begunAt) {
    /** What every store makes of a grant. */
    public static Claim granted(
            Unit unit, Fence fence, ClaimWork command, boolean counted, Optional<Fare> fare, Moment now) {
        return new Claim(
                fence,
                command.worker(),
                command.request(),
                command.secret().digest(),
                unit.life(),
                unit.attempts() + unit.losses() + 1,
                now,
                unit.requirements().runLimit().map(now::plus),
                counted,
                fare,
                Optional.empty());
    }

    Claim begun(Moment now) {
        return new Claim(
                fence, worker, request, secret, life, attempt, claimedAt, runUntil, counted, fare, Optional.of(now));
    }

    /** This claim once it has ended. */
    Claim over() {
        return counted || fare.isPresent()
                ? new Claim(
                        fence,
                        worker,
                        request,
                        secret,
                        life,
                        attempt,
                        claimedAt,
                        runUntil,
                        false,
                        Optional.empty(),
                        begunAt)
                : this;
    }
}
