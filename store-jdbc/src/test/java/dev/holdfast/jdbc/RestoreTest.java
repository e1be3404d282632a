// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.CapturedInvalid;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.NotEmpty;
import dev.holdfast.core.ledger.Restored;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.jdbc.postgres.PostgresCandidate;
import dev.holdfast.jdbc.sqlite.SqliteCandidate;
import dev.holdfast.testkit.ManualClock;
import dev.holdfast.testkit.equivalence.Candidate;
import dev.holdfast.testkit.equivalence.RestoredTwins;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is captured anywhere and restored anywhere is the same ledger. */
class RestoreTest {
    private static final int BEFORE = 260;
    private static final int AFTER = 140;

    private static final PostgresCandidate POSTGRES = new PostgresCandidate();

    @TempDir
    Path folder;

    @AfterAll
    static void dropSchemas() {
        POSTGRES.close();
    }

    private List<Candidate> all() {
        return List.of(
                Candidate.of("hintless", MemoryLedger::createWithoutHints),
                Candidate.of("memory", MemoryLedger::create),
                SqliteCandidate.in(folder.resolve("twin")),
                POSTGRES.candidate());
    }

    static List<Long> seeds() {
        return LongStream.rangeClosed(1, Long.getLong("holdfast.restored", 8))
                .boxed()
                .toList();
    }

    /** The original has to issue fences of the twins' epoch, because pauses between tries depend on the fence. */
    @ParameterizedTest
    @MethodSource("seeds")
    void aRestoredLedgerGoesOnLikeTheOriginal(long seed) {
        Path original = folder.resolve("original");
        try (RestoredTwins twins = new RestoredTwins(seed, BEFORE, SqliteCandidate.in(original))) {
            twins.goOn(AFTER, () -> raiseEpoch(original.resolve("ledger.db")), all());
        }
    }

    private static void raiseEpoch(Path file) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE authority SET epoch = epoch + 1");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whateverStoreItComesFrom(long seed) {
        List<Candidate> originals = new ArrayList<>(all());
        originals.set(2, SqliteCandidate.in(folder.resolve("original")));
        for (Candidate original : originals) {
            try (RestoredTwins twins = new RestoredTwins(seed, BEFORE, original)) {
                twins.goOn(0, () -> {}, all());
            }
        }
    }

    @Test
    void liveClaimsEndAsLostUnlessTheyAreKept() {
        try (RestoredTwins twins = withLiveClaims()) {
            long live = claimed(twins.original()).size();
            for (Candidate candidate : all()) {
                try (Ledger ledger = candidate.open().apply(new ManualClock())) {
                    Restored restored = ledger.restore(twins.parts().iterator(), false);

                    assertThat(restored.lost()).isEqualTo(live);
                    assertThat(claimed(ledger)).isEmpty();
                    assertThat(units(ledger, EnumSet.allOf(Status.class)).stream()
                                    .filter(unit -> claimed(twins.original()).stream()
                                            .anyMatch(old -> old.id().equals(unit.id())))
                                    .map(unit -> unit.past().getLast().end()))
                            .hasSize((int) live)
                            .containsOnly(PastClaim.End.LOST);
                }
                assertThat(candidate.complaints().get()).isEmpty();
            }
        }
    }

    /** The first of the histories that has live claims where it is cut off. */
    private static RestoredTwins withLiveClaims() {
        for (long seed = 1; ; seed++) {
            RestoredTwins twins = new RestoredTwins(seed, BEFORE, Candidate.of("memory", MemoryLedger::create));
            if (!claimed(twins.original()).isEmpty()) {
                return twins;
            }
            twins.close();
        }
    }

    @Test
    void nothingIsRestoredOverSomething() {
        try (RestoredTwins twins = new RestoredTwins(1, 40, Candidate.of("memory", MemoryLedger::create))) {
            for (Candidate candidate : all()) {
                try (Ledger ledger = candidate.open().apply(new ManualClock())) {
                    ledger.restore(twins.parts().iterator(), true);

                    assertThatThrownBy(() -> ledger.restore(twins.parts().iterator(), true))
                            .as(candidate.name())
                            .isInstanceOf(NotEmpty.class);
                }
            }
        }
    }

    @Test
    void whatIsNoLedgerLeavesNothingBehind() {
        try (RestoredTwins twins = new RestoredTwins(1, 120, Candidate.of("memory", MemoryLedger::create))) {
            List<Captured> parts = twins.parts();
            List<Captured> twice = new ArrayList<>(parts);
            twice.add(parts.getLast());
            List<Captured> headless = parts.subList(1, parts.size());
            List<Captured> noPools = parts.stream()
                    .filter(part -> !(part instanceof Captured.OfPool))
                    .toList();
            List<Captured> noWorkers = parts.stream()
                    .filter(part -> !(part instanceof Captured.OfWorker))
                    .toList();
            for (Candidate candidate : all()) {
                try (Ledger ledger = candidate.open().apply(new ManualClock())) {
                    for (List<Captured> wrong : List.of(twice, headless, noPools, noWorkers, List.<Captured>of())) {
                        assertThatThrownBy(() -> ledger.restore(wrong.iterator(), true))
                                .as(candidate.name())
                                .isInstanceOf(CapturedInvalid.class);
                        assertThat(ledger.ask(new ListPools())).isEmpty();
                    }
                    assertThat(ledger.restore(parts.iterator(), true).units()).isPositive();
                }
            }
        }
    }

    private static List<Unit> claimed(Ledger ledger) {
        return units(ledger, Set.of(Status.CLAIMED));
    }

    private static List<Unit> units(Ledger ledger, Set<Status> statuses) {
        return ledger.ask(new FindWork(Optional.empty(), statuses, Optional.empty(), 0, FindWork.MAX))
                .units();
    }
}
