// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.jdbc.Some;
import dev.holdfast.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool has room for so many eligibilities at once, and gets it back from those that nothing waits in. */
class ShapesTest {
    private static final PoolId POOL = new PoolId("shapes");

    @TempDir
    Path folder;

    private Ledger ledger;

    @BeforeEach
    void fill() {
        ledger = SqliteLedger.open(folder.resolve("ledger.db"), SqliteOptions.DEFAULT.withClock(new ManualClock()));
        ledger.submit(new DefinePool(
                POOL, PoolPolicy.DEFAULT.withCapacity(Map.of("cpu", 1L)).withOversized(Oversized.POISON)));
        List<Submit> units = IntStream.range(0, AdmissionRules.MAX_CLASSES)
                .mapToObj(i -> unit("kind" + i).id(new WorkId("u" + i)))
                .map(unit -> new Submit(POOL, unit.build()))
                .toList();
        assertThat(ledger.submitAll(units)).hasOnlyElementsOfType(SubmitDecision.Admitted.class);
        assertThat(submit(unit("one too many")))
                .isEqualTo(new SubmitDecision.TooManyShapes(AdmissionRules.MAX_CLASSES));
    }

    @AfterEach
    void close() {
        ledger.close();
        assertThat(SqliteMaintenance.check(folder.resolve("ledger.db"))).isEmpty();
    }

    private static Submission.Builder unit(String kind) {
        return Submission.of(kind, new IdempotencyKey("key of " + kind));
    }

    private SubmitDecision submit(Submission.Builder unit) {
        return ledger.submit(new Submit(POOL, unit.build()));
    }

    @Test
    void anotherUnitOfAKnownShapeNeedsNoRoom() {
        assertThat(submit(Submission.of("kind7", new IdempotencyKey("another"))))
                .isInstanceOf(SubmitDecision.Admitted.class);
    }

    @Test
    void aShapeThatNothingWaitsInMakesRoomForAnother() {
        ledger.submit(new Cancel(new WorkId("u3"), "ann", "not needed"));
        assertThat(submit(unit("too early")))
                .as("the lane of the cancelled unit is not known to be drained before a claim has seen it")
                .isInstanceOf(SubmitDecision.TooManyShapes.class);
        Some.registerFor(ledger, POOL, "kind3");
        assertThat(Some.claimFrom(ledger, POOL, 1)).isEmpty();
        assertThat(submit(unit("new"))).isInstanceOf(SubmitDecision.Admitted.class);
        assertThat(submit(Submission.of("kind3", new IdempotencyKey("again"))))
                .as("the old shape has to wait for room itself now")
                .isInstanceOf(SubmitDecision.TooManyShapes.class);
    }

    @Test
    void aUnitThatIsNotDueKeepsItsShape() {
        ledger.submit(new Cancel(new WorkId("u3"), "ann", "not needed"));
        Some.registerFor(ledger, POOL, "kind3");
        assertThat(Some.claimFrom(ledger, POOL, 1)).isEmpty();
        List<SubmitDecision> decisions = List.of(submit(unit("later").delay(Duration.ofHours(1))), submit(unit("new")));
        assertThat(decisions.getFirst()).isInstanceOf(SubmitDecision.Admitted.class);
        assertThat(decisions.getLast()).isInstanceOf(SubmitDecision.TooManyShapes.class);
    }

    @Test
    void aPoisonedUnitKeepsNothing() {
        ledger.submit(new Cancel(new WorkId("u3"), "ann", "not needed"));
        Some.registerFor(ledger, POOL, "kind3");
        assertThat(Some.claimFrom(ledger, POOL, 1)).isEmpty();
        assertThat(ledger.submitAll(List.of(
                        new Submit(POOL, unit("too large").demand("cpu", 9).build()),
                        new Submit(POOL, unit("new").build()))))
                .hasOnlyElementsOfType(SubmitDecision.Admitted.class);
    }
}
