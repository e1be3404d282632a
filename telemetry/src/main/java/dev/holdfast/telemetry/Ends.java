// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.LifeEnd;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.WorkState;
import java.util.Optional;

/**
 * Counts every end once, and remembers where the units belong that were claimed through this process.
 *
 * <p>The ledger tells of each end after its commit. One case is left: a settlement whose commit got no answer. If it was
 * applied, its holder, who sends it again, is answered that it repeats itself, and the end is counted then. An end that
 * nobody asks about again is not counted; {@link Instrument#POOL_UNITS} has it all the same.
 *
 * <p>Thread-safe.
 */
final class Ends {
    private static final Fence NO_FENCE = Fence.of(1, 1);
    private static final Home NOWHERE = new Home(Bounds.UNKNOWN, Bounds.UNKNOWN, NO_FENCE, false, false);

    private final Recorder recorder;
    private final TagNames names;
    private final Remembered<WorkId, Home> homes = new Remembered<>(Bounds.CLAIMS);

    Ends(Recorder recorder, TagNames names) {
        this.recorder = recorder;
        this.names = names;
    }

    /** The ledger has ended a life. */
    void ended(LifeEnd end) {
        Optional<Home> claimed = homes.get(end.work());
        homes.change(end.work(), Home::withEnded);
        String pool = end.submitted()
                .map(unit -> names.pool(unit.pool()))
                .or(() -> claimed.map(Home::pool))
                .orElse(Bounds.UNKNOWN);
        String kind = end.submitted()
                .map(unit -> names.kind(unit.submission()))
                .or(() -> claimed.map(Home::kind))
                .orElse(Bounds.UNKNOWN);
        count(pool, kind, end.status(), end.by());
    }

    private void count(String pool, String kind, Status status, WorkState.EndedBy by) {
        recorder.count(Instrument.ENDS, pool, kind, Words.ofEnum(status), Words.ofEnum(by));
    }

    /** @return whether the claim is new */
    boolean claimed(WorkId work, Home home) {
        if (claimOf(work, home.fence()).isPresent()) {
            return false;
        }
        homes.put(work, home);
        return true;
    }

    /** Where a unit belongs, as far as this process knows. */
    Home home(WorkId work) {
        return homes.get(work).orElse(NOWHERE);
    }

    private Optional<Home> claimOf(WorkId work, Fence fence) {
        return homes.get(work).filter(home -> home.fence().equals(fence));
    }

    /** A settlement got no answer. */
    void unanswered(Settle command) {
        if (claimOf(command.work(), command.fence()).isPresent()) {
            homes.change(command.work(), Home::withUnanswered);
        }
    }

    /** A settlement was answered. */
    Home settled(Settle command, SettleDecision decision) {
        Home home = home(command.work());
        if (claimOf(command.work(), command.fence()).isPresent()) {
            homes.remove(command.work());
            if (home.unanswered()
                    && decision instanceof SettleDecision.Repeated repeated
                    && repeated.status().isEnd()
                    && endsForCertain(command.answer())) {
                count(home.pool(), home.kind(), repeated.status(), WorkState.EndedBy.HOLDER);
            }
        }
        return home;
    }

    /** Whether nothing but this answer can have ended the life, once it was accepted. */
    private static boolean endsForCertain(Answer answer) {
        return !(answer instanceof Answer.Released) && answer.evidence() != Evidence.AMBIGUOUS;
    }
}
