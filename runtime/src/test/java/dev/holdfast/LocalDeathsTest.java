// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static dev.holdfast.AttemptScene.creation;
import static dev.holdfast.AttemptScene.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.Stage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A controller of real processes dies at each of its steps, before it or after it. */
@Timeout(300)
class LocalDeathsTest {
    @TempDir
    private Path folder;

    @BeforeAll
    static void processesCanBeFound() {
        assumeThat(Files.isReadable(Path.of("/proc/self/environ"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneCommandAtMostAndNoneIsLeft(boolean after) throws Exception {
        int steps = 0;
        while (dies(steps, after)) {
            steps++;
        }
        assertThat(steps).as("steps that it died at").isGreaterThan(15);
    }

    /** @return whether it lived to die at that step */
    private boolean dies(int steps, boolean after) throws Exception {
        AttemptScene scene = new AttemptScene();
        LocalWorld world = new LocalWorld(Files.createDirectory(folder.resolve("life-" + steps)));
        Deaths deaths = new Deaths(steps, after);
        AttemptController mortal = scene.mortal(deaths, world.provisioner());
        try {
            var unused = mortal.begin().create(creation("a", Optional.empty()));
            scene.passSeconds(2);
            scene.cancel("a");
            scene.passSeconds(2);
        } catch (Deaths.Died e) {
            assertThat(deaths.isDead()).isTrue();
        }
        mortal.abandon();
        String when = "died " + (after ? "after" : "before") + " step " + steps;

        AttemptController next = scene.start(world.provisioner(), scene.ledger, AttemptScene.OPTIONS);
        var unused = next.create(creation("a", Optional.empty()));
        scene.passSeconds(15);
        if (scene.attempt("a").stage() instanceof Stage.Allocated) {
            assertThat(world.running()).as(when).isPositive();
            scene.cancel("a");
            scene.passSeconds(3);
        }
        assertThat(scene.attempt("a").isClosed()).as(when).isTrue();
        assertThat(scene.attempt("a").settlement().map(Settlement::kind))
                .as(when)
                .get()
                .isIn(Settlement.Kind.CANCELLED, Settlement.Kind.ABANDONED);
        assertThat(world.running()).as(when).isZero();
        assertThat(world.begun(id("a"))).as(when).isLessThanOrEqualTo(1);
        return deaths.isDead();
    }
}
