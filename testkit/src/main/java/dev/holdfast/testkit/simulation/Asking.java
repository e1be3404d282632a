// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A reconciler at its inquiry: looks at the store outside, says what it found, then ends its claim. Now and then it cannot
 * tell, gives up, or forgets to say what it found before it ends.
 */
final class Asking {
    private final SimulatedWorker worker;
    private final Grant grant;
    private final Dice dice;
    private final Consumer<Answer> answer;

    /** @param answer settles the claim of the inquiry */
    Asking(SimulatedWorker worker, Grant grant, Dice dice, Consumer<Answer> answer) {
        this.worker = worker;
        this.grant = grant;
        this.dice = dice;
        this.answer = answer;
    }

    static boolean isAbout(Grant grant) {
        return Inquiry.of(grant.submission()).isPresent();
    }

    void finish() {
        int drawn = dice.below(100);
        if (drawn < 20) {
            worker.world.statistics.sometimes("inquiry without an answer");
            answer.accept(new Answer.Released(Evidence.NOT_APPLIED, "log-not-there-yet", Optional.empty()));
        } else if (drawn < 26) {
            answer.accept(new Answer.Poisoned("no-such-log", Evidence.NOT_STARTED));
        } else if (drawn < 36) {
            answer.accept(new Answer.Succeeded(Payload.EMPTY));
        } else {
            resolve();
        }
    }

    /** After an answer that was refused because the question is still open, too. */
    void resolve() {
        Inquiry asked = Inquiry.of(grant.submission()).orElseThrow();
        Resolution found = worker.world.store.hasWrite(asked.work(), asked.fence())
                ? new Resolution.Succeeded(Payload.EMPTY)
                : new Resolution.NotApplied();
        worker.call(new Resolve(asked.work(), asked.fence(), found, "log-3", worker.name), decision -> {
            worker.world.statistics.sometimes("inquiry answered");
            answer.accept(new Answer.Succeeded(Payload.EMPTY));
        });
    }
}
