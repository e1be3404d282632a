// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * What time ends.
 *
 * <pre>
 * 1 no such attempt of this owner                     NotFound
 * 2 settled                                           Resolved
 * 3 no runtime has ever come, and its time is over    Expired: settled as timed out
 * 4 an operation has taken too long                   Expired: settled as timed out
 * 5 the lease of the runtime is over                  Expired: the generation is fenced, its operation lost
 * 6 NotDue
 * </pre>
 *
 * <p>A clock never says anything about infrastructure: what is owed at the provider is the same before and after.
 */
final class TimeRules {
    private TimeRules() {}

    static AttemptRuling<Expire.Decided> expire(Expire command, Scene scene) {
        Optional<Attempt> found = scene.of(command.owner());
        if (found.isEmpty()) {
            return AttemptRuling.unchanged(scene.notFound());
        }
        Attempt attempt = found.get();
        if (attempt.isSettled()) {
            return AttemptRuling.unchanged(new Refusal.Resolved(scene.facts()));
        }
        boolean neverCame =
                attempt.runtime().generation() == 0 && isOver(attempt.origin().bootstrapUntil(), scene);
        boolean tooLong = attempt.operations()
                .active()
                .flatMap(Operation::until)
                .filter(until -> isOver(until, scene))
                .isPresent();
        if (neverCame || tooLong) {
            return AttemptRuling.changed(
                    attempt.settled(Settlement.Kind.TIMED_OUT, scene.now(), Happened.TIMED_OUT, Optional.empty()),
                    new Expire.Expired(Happened.TIMED_OUT));
        }
        return attempt.runtime().leaseIsOver(scene.now())
                ? AttemptRuling.changed(RuntimeRules.lost(attempt, scene), new Expire.Expired(Happened.RUNTIME_LOST))
                : AttemptRuling.unchanged(new Expire.NotDue(attempt.due()));
    }

    private static boolean isOver(Moment until, Scene scene) {
        return !until.isAfter(scene.now());
    }
}
