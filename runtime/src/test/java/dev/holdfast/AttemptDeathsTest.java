// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static dev.holdfast.AttemptScene.creation;
import static dev.holdfast.AttemptScene.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.Stage;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A controller dies at each of its steps, before it or after it; the next one finds out and goes on. */
class AttemptDeathsTest {
    /** What becomes of the attempt, if nobody stands in the way. */
    enum Plan {
        ANSWERS,
        ENDS,
        IS_CANCELLED,
        IS_REFUSED,
        LOSES_THE_ANSWER
    }

    @ParameterizedTest
    @EnumSource
    void whateverItDiesAtNothingIsDoubledAndNothingIsLeft(Plan plan) {
        int deaths = 0;
        for (boolean after : new boolean[] {false, true}) {
            int steps = 0;
            while (dies(plan, steps, after)) {
                steps++;
                deaths++;
            }
        }
        assertThat(deaths).as("steps that it died at").isGreaterThan(20);
    }

    /** @return whether it lived to die at that step */
    private static boolean dies(Plan plan, int steps, boolean after) {
        AttemptScene scene = new AttemptScene();
        prepare(plan, scene);
        Deaths deaths = new Deaths(steps, after);
        AttemptController mortal = scene.mortal(deaths);
        try {
            var unused = mortal.begin().create(creation("a", Optional.empty()));
            scene.passSeconds(2);
            happen(plan, scene);
            scene.passSeconds(2);
        } catch (Deaths.Died e) {
            assertThat(deaths.isDead()).isTrue();
        }
        mortal.abandon();
        String when = plan + ", died " + (after ? "after" : "before") + " step " + steps;

        AttemptController next = scene.start();
        var unused = next.create(creation("a", Optional.empty()));
        scene.passSeconds(15);
        happen(plan, scene);
        scene.passSeconds(15);

        Attempt attempt = scene.attempt("a");
        assertThat(attempt.isClosed()).as(when).isTrue();
        assertThat(scene.provider.made(id("a"))).as(when).isLessThanOrEqualTo(1);
        assertThat(scene.provider.calls("provision")).as(when).isLessThanOrEqualTo(1);
        assertThat(scene.provider.alive(id("a"))).as(when).isZero();
        assertThat(next.attempts()).as(when).isZero();
        return deaths.isDead();
    }

    private static void prepare(Plan plan, AttemptScene scene) {
        switch (plan) {
            case IS_REFUSED -> scene.provider.making(ScriptedProvisioner.Making.REFUSES);
            case LOSES_THE_ANSWER -> scene.provider.making(ScriptedProvisioner.Making.ANSWER_LOST);
            case ANSWERS, ENDS, IS_CANCELLED -> {}
        }
    }

    private static void happen(Plan plan, AttemptScene scene) {
        if (scene.attempt("a").isSettled() || !(scene.attempt("a").stage() instanceof Stage.Allocated)) {
            return;
        }
        switch (plan) {
            case ANSWERS -> {
                var unused = scene.answer("a");
            }
            case ENDS, LOSES_THE_ANSWER -> scene.provider.end(id("a"), true);
            case IS_CANCELLED -> scene.cancel("a");
            case IS_REFUSED -> {}
        }
    }
}
