// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Retry;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.time.Duration;
import java.util.Optional;

/** When a unit may run again: as its holder asked, at once when nothing ran, else as its pool's policy says (I21). */
final class Retries {
    private record Bounds(Duration earliest, Duration latest) {
        static final Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO);

        static Bounds exactly(Duration delay) {
            return new Bounds(delay, delay);
        }
    }

    private final World world;

    Retries(World world) {
        this.world = world;
    }

    void check(Unit before, Unit after, Command<?> command) {
        if (after.state() instanceof WorkState.Queued queued
                && !before.state().equals(after.state())
                && !after.past().isEmpty()) {
            PastClaim newest = after.past().getLast();
            bounds(after, newest, command).ifPresent(bounds -> {
                Moment from = newest.resolution().map(PastClaim.Resolved::at).orElse(newest.endedAt());
                world.demand(
                        !queued.due().isBefore(from.plus(bounds.earliest()))
                                && !queued.due().isAfter(from.plus(bounds.latest())),
                        "I21",
                        "%s is tried again at %s, not %s after %s",
                        after.id(),
                        queued.due(),
                        bounds,
                        from);
            });
        }
    }

    private Optional<Bounds> bounds(Unit after, PastClaim newest, Command<?> command) {
        boolean begun = newest.claim().begunAt().isPresent();
        return switch (command) {
            case Settle settle
            when settle.answer() instanceof Answer.Released released ->
                Optional.of(released.delay()
                        .map(Bounds::exactly)
                        .orElseGet(() -> released.evidence() == Evidence.NOT_STARTED ? Bounds.AT_ONCE : policy(after)));
            case Sweep sweep ->
                Optional.of(after.requirements().mustBegin() && !begun ? Bounds.AT_ONCE : policy(after));
            case Heartbeat heartbeat -> Optional.of(begun ? policy(after) : Bounds.AT_ONCE);
            case Resolve resolve -> Optional.of(Bounds.AT_ONCE);
            default -> Optional.empty();
        };
    }

    private Bounds policy(Unit unit) {
        Retry retry = world.witness.policies.current(unit.pool()).retry();
        Duration latest = retry.initial();
        for (int wait = 1; wait < unit.attempts() + unit.losses(); wait++) {
            latest = latest.multipliedBy(retry.factor());
            latest = latest.compareTo(retry.cap()) > 0 ? retry.cap() : latest;
        }
        return new Bounds(latest.multipliedBy(100L - retry.jitterPercent()).dividedBy(100), latest);
    }
}
