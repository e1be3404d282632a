// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.runtime.logic.HeartbeatLogic.Step.Wait;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When a worker registers, renews its lease, and gives itself up.
 *
 * <pre>
 * ABSENT    due                                REGISTER
 * PRESENT   80 % of the lease, not renewed     FENCE, then ABSENT under a new id
 * PRESENT   a third of the lease since the     BEAT
 *           newest renewal; after a failure
 *           sooner; at once, with the list,
 *           when the ledger asks for it
 * both      otherwise                          WAIT
 * </pre>
 *
 * <p>Thread-safe: one thread beats, another one fences when the first is stuck in the ledger, all ask {@link #mayStart}.
 */
public final class HeartbeatLogic {
    /** What to do now. */
    public sealed interface Step {
        record Register() implements Step {}

        /** @param list whether to send the list of the holdings instead of their digest */
        record Beat(boolean list) implements Step {}

        /** Nothing that this worker holds may be trusted any more. */
        record Fence() implements Step {}

        record Wait(long until) implements Step {}
    }

    private sealed interface State {
        record Absent(long tryAt) implements State {}

        record Present(LeaseWatch lease, long beatAt, boolean list) implements State {}
    }

    private final BackOff backOff;
    private volatile State state = new State.Absent(Long.MIN_VALUE);

    public HeartbeatLogic(RandomGenerator random) {
        this.backOff = new BackOff(Duration.ofMillis(50), Duration.ofSeconds(2), random);
    }

    public synchronized Step next(long now) {
        return switch (state) {
            case State.Absent absent -> now >= absent.tryAt() ? new Step.Register() : new Wait(absent.tryAt());
            case State.Present present when now >= present.lease().trustedUntil() -> new Step.Fence();
            case State.Present present when now >= present.beatAt() -> new Step.Beat(present.list());
            case State.Present present ->
                new Wait(Math.min(present.beatAt(), present.lease().trustedUntil()));
        };
    }

    /** Whether what this worker holds may be started at {@code now}. */
    public boolean mayStart(long now) {
        return state instanceof State.Present present && present.lease().isTrusted(now);
    }

    /** Until when the lease is trusted if it is not renewed; never over while there is none. */
    public long trustedUntil() {
        return state instanceof State.Present present ? present.lease().trustedUntil() : Monotonic.NEVER;
    }

    public boolean isRegistered() {
        return state instanceof State.Present;
    }

    public synchronized void registered(long sentAt, Duration lease) {
        backOff.reset();
        LeaseWatch watch = LeaseWatch.of(sentAt, lease);
        state = new State.Present(watch, Monotonic.later(sentAt, watch.interval()), false);
    }

    /** The ledger knew this worker from a request whose answer was lost: only a heartbeat tells how long its lease runs. */
    public synchronized void registeredBefore() {
        backOff.reset();
        state = new State.Present(LeaseWatch.UNKNOWN, Long.MIN_VALUE, false);
    }

    /** @param listWanted whether the ledger asked for the list of the holdings */
    public synchronized void renewed(long sentAt, Duration lease, boolean listWanted) {
        if (state instanceof State.Present present) {
            backOff.reset();
            LeaseWatch watch = present.lease().renewed(sentAt, lease);
            boolean listNow = listWanted && !present.list();
            long beatAt = listNow ? Long.MIN_VALUE : Monotonic.later(sentAt, watch.interval());
            state = new State.Present(watch, beatAt, listNow);
        }
    }

    /** A request got no answer. */
    public synchronized void failed(long now) {
        long again = Monotonic.later(now, backOff.next());
        state = switch (state) {
            case State.Absent absent -> new State.Absent(again);
            case State.Present present -> new State.Present(present.lease(), again, present.list());
        };
    }

    /** Something suggests that the ledger does not know this worker any more: ask it at once. */
    public synchronized void suspect() {
        if (state instanceof State.Present present) {
            state = new State.Present(present.lease(), Long.MIN_VALUE, present.list());
        }
    }

    /** This worker is no more; another is registered as soon as the ledger answers. */
    public synchronized void fenced() {
        state = new State.Absent(Long.MIN_VALUE);
    }
}
