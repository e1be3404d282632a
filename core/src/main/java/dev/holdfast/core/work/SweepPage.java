// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import dev.holdfast.core.WorkerId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What time may have ended in a pool; the store's choice, checked again by the rules.
 *
 * @param deadWorkers workers whose lease is over and that nobody has marked dead yet
 * @param claimed claims that may be lost: of dead workers, or past their run limit
 * @param liveWorkers those workers of {@code claimed} whose lease runs
 * @param queued units that may be past their latest start
 * @param held units whose hold may be over
 * @param more whether there was more than the limit
 */
public record SweepPage(
        Moment now,
        Optional<Pool> pool,
        List<WorkerRecord> deadWorkers,
        List<Unit> claimed,
        Set<WorkerId> liveWorkers,
        List<Unit> queued,
        List<Unit> held,
        boolean more) {}
