// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Misfire;
import dev.holdfast.core.work.Overlap;
import dev.holdfast.core.work.ScheduleTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is to become of ticks, said once more in the words of the documentation: first what is late, then what is open. */
final class PlainPass {
    private static final Duration MISSED = Duration.ofMinutes(1);

    private final List<Moment> submitted = new ArrayList<>();
    private final List<Moment> left = new ArrayList<>();
    private final boolean lateMadeUpFor;
    private Optional<Moment> waiting = Optional.empty();

    /**
     * @param waits the tick that waited so far
     * @param open whether the unit of the last tick has not ended
     */
    PlainPass(ScheduleTerms terms, Optional<Moment> waits, List<Moment> due, Moment now, boolean open) {
        List<Moment> wanted = new ArrayList<>();
        waits.ifPresent(wanted::add);
        for (Moment tick : due) {
            (isMadeUpFor(tick, terms.misfire(), due, now) ? wanted : left).add(tick);
        }
        for (Moment tick : wanted) {
            boolean free = terms.overlap() == Overlap.ALLOW || (!open && submitted.isEmpty());
            if (free) {
                submitted.add(tick);
            } else if (terms.overlap() == Overlap.ONE) {
                waiting.ifPresent(left::add);
                waiting = Optional.of(tick);
            } else {
                left.add(tick);
            }
        }
        lateMadeUpFor = submitted.stream().anyMatch(tick -> isMissed(tick, now));
    }

    private static boolean isMissed(Moment tick, Moment now) {
        return tick.plus(MISSED).isBefore(now);
    }

    private static boolean isMadeUpFor(Moment tick, Misfire misfire, List<Moment> due, Moment now) {
        boolean tooOld = tick.plus(misfire.within()).isBefore(now);
        return switch (misfire.policy()) {
            case SKIP -> !isMissed(tick, now);
            case ALL -> !tooOld;
            case ONE -> !tooOld && (!isMissed(due.getFirst(), now) || tick.equals(due.getLast()));
        };
    }

    List<Moment> submitted() {
        return submitted;
    }

    int leftOut() {
        return left.size();
    }

    Optional<Moment> waiting() {
        return waiting;
    }

    void tell(Statistics statistics) {
        if (!submitted.isEmpty()) {
            statistics.sometimes(lateMadeUpFor ? "late tick made up for" : "tick submitted in time");
        }
        if (!left.isEmpty()) {
            statistics.sometimes("tick left out");
        }
        if (waiting.isPresent()) {
            statistics.sometimes("tick waits");
        }
    }
}
