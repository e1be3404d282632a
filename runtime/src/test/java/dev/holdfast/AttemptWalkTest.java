// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.Instruction;
import dev.holdfast.core.attempt.RequestCancellation;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.attempt.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two controllers that die all the time, at a provider that does what it likes. At no time is an attempt closed of which something
 * is left, nothing is ever made twice, and when the bad days are over all is cleaned up.
 */
class AttemptWalkTest {
    private static final int SEEDS = 100;
    private static final int STEPS = 60;
    private static final int ATTEMPTS = 4;

    private final AttemptScene scene = new AttemptScene();
    private final List<AttemptController> controllers = new ArrayList<>();
    private final List<AttemptId> created = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void nothingIsClosedTooEarlyMadeTwiceOrForgotten(int hundred) {
        for (int seed = hundred * SEEDS; seed < (hundred + 1) * SEEDS; seed++) {
            new AttemptWalkTest().walk(seed);
        }
    }

    private void walk(int seed) {
        Random random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            while (controllers.size() < 2) {
                born(random);
            }
            try {
                act(random);
            } catch (Deaths.Died e) {
                bury();
            }
            check("seed " + seed + " step " + step);
        }
        recover();
        for (AttemptId id : created) {
            assertThat(attempt(id).isClosed())
                    .as("seed %s, %s: %s", seed, id, attempt(id))
                    .isTrue();
        }
        check("seed " + seed);
        assertThat(scene.provider.allAlive()).as("seed " + seed).isZero();
    }

    private final List<Deaths> lives = new ArrayList<>();

    private void born(Random random) {
        Deaths life = new Deaths(random.nextInt(5, 200), random.nextBoolean());
        AttemptController controller = scene.mortal(life);
        controllers.add(controller);
        lives.add(life);
        try {
            assertThat(controller.begin()).isSameAs(controller);
        } catch (Deaths.Died e) {
            bury();
        }
    }

    private void bury() {
        for (int i = controllers.size() - 1; i >= 0; i--) {
            if (lives.get(i).isDead()) {
                controllers.remove(i).abandon();
                lives.remove(i);
            }
        }
    }

    private void act(Random random) {
        switch (random.nextInt(11)) {
            case 0 -> create(controllers.get(random.nextInt(controllers.size())));
            case 1 ->
                scene.provider.making(List.of(
                                ScriptedProvisioner.Making.WELL,
                                ScriptedProvisioner.Making.REFUSES,
                                ScriptedProvisioner.Making.ANSWER_LOST,
                                ScriptedProvisioner.Making.NOTHING,
                                ScriptedProvisioner.Making.LATE)
                        .get(random.nextInt(5)));
            case 2 ->
                scene.provider.seeing(List.of(ScriptedProvisioner.Seeing.values())
                        .get(random.nextInt(ScriptedProvisioner.Seeing.values().length)));
            case 3 -> scene.provider.failDeletions(random.nextInt(4));
            case 4 -> any(random).ifPresent(id -> scene.provider.end(id, random.nextBoolean()));
            case 5 -> any(random).ifPresent(this::cancel);
            case 6 -> any(random).ifPresent(scene.provider::arrive);
            case 7 -> any(random).ifPresent(scene.provider::endInPart);
            default -> scene.pass(Duration.ofMillis(random.nextInt(1, 8_000)));
        }
    }

    private Optional<AttemptId> any(Random random) {
        return created.isEmpty() ? Optional.empty() : Optional.of(created.get(random.nextInt(created.size())));
    }

    private static ExecutionOwnerId owner(AttemptId id) {
        return new ExecutionOwnerId("owner of " + id);
    }

    private void create(AttemptController controller) {
        if (created.size() < ATTEMPTS) {
            AttemptId id = new AttemptId("a" + created.size());
            created.add(id);
            var unused = controller.create(creation(id));
        }
    }

    private static CreateAttempt creation(AttemptId id) {
        return new CreateAttempt(
                owner(id),
                id,
                Optional.empty(),
                "request",
                Instruction.of("i", "work", "{}"),
                Duration.ofMinutes(5),
                0);
    }

    private void cancel(AttemptId id) {
        var unused = scene.ledger.submit(new RequestCancellation(owner(id), id, "stop", Optional.empty()));
    }

    private Attempt attempt(AttemptId id) {
        return scene.ledger.ask(new ShowAttempt(id)).orElseThrow().attempt();
    }

    private void check(String when) {
        for (AttemptId id : created) {
            scene.ledger
                    .ask(new ShowAttempt(id))
                    .map(ShowAttempt.Shown::attempt)
                    .ifPresent(attempt -> {
                        boolean safe = !attempt.isClosed() || scene.provider.alive(id) == 0;
                        assertThat(safe)
                                .as("%s: closed while something is left of %s", when, id)
                                .isTrue();
                        boolean told = !(attempt.stage() instanceof Stage.Terminated) || scene.provider.alive(id) == 0;
                        assertThat(told)
                                .as("%s: said to be gone while something is left of %s", when, id)
                                .isTrue();
                    });
            assertThat(scene.provider.made(id)).as(when).isLessThanOrEqualTo(1);
        }
    }

    /** The bad days are over: everybody is told to stop, and one controller lives on. */
    private void recover() {
        controllers.forEach(AttemptController::abandon);
        scene.provider.making(ScriptedProvisioner.Making.WELL);
        scene.provider.seeing(ScriptedProvisioner.Seeing.WELL);
        scene.provider.failDeletions(0);
        AttemptController last = scene.start();
        for (AttemptId id : created) {
            scene.provider.arrive(id);
            var unused = last.create(creation(id));
            cancel(id);
        }
        for (int i = 0; i < 40; i++) {
            scene.pass(Duration.ofSeconds(20));
        }
        assertThat(last.attempts()).isZero();
    }
}
