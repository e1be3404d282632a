// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.core.work.Status;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Some;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaintenanceTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ledger.db");
    }

    @BeforeEach
    void aLedgerWithUnitsInSeveralStates() {
        try (Ledger ledger = SqliteLedger.open(file())) {
            ledger.submit(new DefineDomain("gpu", new DomainTerms(DomainLimit.claims(2))));
            ledger.submit(new DefinePool(
                    Some.POOL,
                    PoolPolicy.DEFAULT.change().sharedDomains(Set.of("gpu")).build()));
            Some.register(ledger);
            Some.submit(ledger, "a", "b", "c");
            Some.succeed(ledger, Some.claim(ledger, 1, 2).getFirst());
        }
    }

    @Test
    void aSoundLedgerHasNoFindings() {
        assertThat(SqliteMaintenance.check(file())).isEmpty();
    }

    @Test
    void aSoundLedgerHasNoFindingsWhileItIsOpen() {
        try (Ledger ledger = SqliteLedger.open(file())) {
            Some.submit(ledger, "d");
            assertThat(SqliteMaintenance.check(file())).isEmpty();
        }
    }

    /** PF-061. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "counter | UPDATE account SET used = used + 1 WHERE scope = 'POOL_CLAIMS'"
                        + " | claims of pool p: counted 2, are 1",
                "counter | UPDATE account SET used = 7 WHERE scope = 'COUNT' AND what = 'queued'"
                        + " | queued work of pool p: counted 7, are 1",
                "counter | DELETE FROM account WHERE scope = 'WORKER_CLAIMS' | claims of worker w: counted 0, are 1",
                "claim | UPDATE work SET held_by = NULL WHERE state = 1"
                        + " | unit 2 is in state 1 and its claim columns do not fit that",
                "fence | UPDATE work SET fence = 281474976710657 WHERE state = 1"
                        + " | pool 1 issued fence 281474976710657 2 times",
                "fence | UPDATE pool SET counter = 1 | pool p has a claim of fence 281474976710658 beyond its counter"
                        + " 1",
                "place | UPDATE work SET waits_in = NULL WHERE state = 0 | unit 3 is in state 0 and would not be found"
                        + " by it",
                "domain | DELETE FROM domain WHERE pool IS NULL | pool p uses the shared domain \"gpu\", which is not"
                        + " there",
                "lane | UPDATE lane SET phase = 0 | unit 3 waits in lane 1, which no claim looks at",
                "lane | UPDATE eligibility SET class = NULL | unit 3 waits in lane 1, which no claim looks at",
                "lane | UPDATE lane SET blocked_grant = 1, blocked_at = 1, blocked_seq = 3"
                        + " | lane 1 is blocked and not parked, or not by all that says since when",
                "lane | UPDATE lane SET blocked_grant = 9, blocked_at = 1, blocked_seq = 3"
                        + " | lane 1 is blocked since grant 9, beyond the counter of its pool 2",
                "reservation | UPDATE pool SET reservation = replace('99,,,w,1,1,1', ',', char(9))"
                        + " | pool p has a reservation for a unit that was never there",
                "life | UPDATE work SET life = 2 WHERE seq = 1 | unit 1 is in life 2 and has 0 before that",
                "life | INSERT INTO past_life (seq, life, state, state_at, moved_by, evidence, redriven_by,"
                        + " redriven_reason, forced, redriven_at) VALUES (3, 1, 4, 0, 'HOLDER', 'UNKNOWN', 'a', 'b', 0,"
                        + " 0) | unit 3 has a life 1 that is over and none after it",
                "unit | DELETE FROM submission WHERE seq = 3 | unit 3 has no submission",
                "unit | DELETE FROM work WHERE seq = 3 | submission 3 has no unit",
                "unit | INSERT INTO result VALUES (3, 'a', '') | unit 3 has a result and has not succeeded"
            })
    void whatIsPlantedIsFound(String code, String damage, String problem) throws SQLException {
        Raw.run(file(), damage.replace("'')", "x'')"));
        List<Finding> findings = SqliteMaintenance.check(file());
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.code()).isEqualTo(code);
            assertThat(finding.problem()).isEqualTo(problem);
            assertThat(finding.advice()).isNotBlank();
        });
    }

    @Test
    void theFeedIsComparedWithTheUnits() throws SQLException {
        try (Ledger ledger = SqliteLedger.open(file())) {
            ledger.submit(new RecordEvents(Some.POOL, true, "ann", "a dashboard"));
            Some.submit(ledger, "d");
            Some.claim(ledger, 2, 1).forEach(grant -> Some.succeed(ledger, grant));
        }
        assertThat(SqliteMaintenance.check(file())).isEmpty();

        Raw.run(
                file(),
                "INSERT INTO event (sort, seq, life, at, due, state) SELECT 'ENDED', seq, 1, 0, 0, 3 FROM work");

        assertThat(SqliteMaintenance.check(file()))
                .filteredOn(finding -> finding.code().equals("event"))
                .extracting(finding -> finding.problem().replaceAll("unit (\"[^\"]*\"|[0-9]+)", "X"))
                .containsExactlyInAnyOrder(
                        "the feed tells that X has ended in life 1, and it has not, or in another way",
                        "the feed tells that X has ended in life 1, and it has not, or in another way",
                        "the feed tells the end of life 1 of X 2 times");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UPDATE work SET state = 4, waits_in = NULL, unusual = 4 WHERE seq = 4"
                        + " | unit 2 is uncertain about fence \\d+ and nobody asks what became of it",
                "UPDATE work SET state = 4, unusual = 4 WHERE seq = 2 | unit 4 asks a question that is not open:"
                        + " reconcile/1.2"
            })
    void questionsThatNobodyAsksAndInquiriesWithoutOneAreFound(String damage, String problem) throws SQLException {
        try (Ledger ledger = SqliteLedger.open(file())) {
            Some.applied(ledger, Some.claim(ledger, 1, 2).getFirst());
        }
        assertThat(SqliteMaintenance.check(file())).isEmpty();
        Raw.run(file(), damage);
        assertThat(SqliteMaintenance.check(file())).anySatisfy(finding -> {
            assertThat(finding.code()).isEqualTo("inquiry");
            assertThat(finding.problem()).matches(problem);
        });
    }

    @Test
    void aDamagedPageIsFound() throws IOException, SQLException {
        int page = Integer.parseInt(Raw.text(file(), "SELECT rootpage FROM sqlite_schema WHERE name = 'submission'"));
        byte[] bytes = Files.readAllBytes(file());
        java.util.Arrays.fill(bytes, (page - 1) * 4_096, (page - 1) * 4_096 + 100, (byte) 0x5A);
        Files.write(file(), bytes);
        assertThat(SqliteMaintenance.check(file()))
                .extracting(Finding::code)
                .isNotEmpty()
                .containsOnly("damaged");
    }

    @Test
    void onlyALedgerIsChecked() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "nothing to see here".repeat(99));
        assertThatThrownBy(() -> SqliteMaintenance.check(text)).isInstanceOf(LedgerBroken.class);
        Path empty = Files.createFile(folder.resolve("empty.db"));
        assertThatThrownBy(() -> SqliteMaintenance.check(empty))
                .isInstanceOf(LedgerBroken.class)
                .hasMessage(empty + " is empty: no ledger was made in it yet");
        Path none = folder.resolve("none.db");
        assertThatThrownBy(() -> SqliteMaintenance.check(none))
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessage("no ledger at " + none + "; check the name");
    }

    @Test
    void aBackupIsALedger() throws IOException {
        Path copy = folder.resolve("copy.db");
        try (Ledger ledger = SqliteLedger.open(file())) {
            Some.submit(ledger, "d");
            SqliteMaintenance.backup(file(), copy);
            Some.submit(ledger, "e");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
        assertThat(SqliteMaintenance.check(copy)).isEmpty();
        try (Ledger ledger = SqliteLedger.open(copy)) {
            assertThat(ledger.ask(new Inspect(Some.work("d"))).orElseThrow().status())
                    .isEqualTo(Status.QUEUED);
            assertThat(ledger.ask(new Inspect(Some.work("e")))).isEmpty();
            assertThat(Some.claim(ledger, 2, 1).getFirst().fence().epoch())
                    .as("the original may have issued fences since")
                    .isEqualTo(2);
        }
    }

    @Test
    void aBackupReplacesNothing() throws IOException {
        Path copy = Files.writeString(folder.resolve("letter.txt"), "Dear Ann");
        assertThatThrownBy(() -> SqliteMaintenance.backup(file(), copy))
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessage(copy + " exists already; name a file that does not");
        assertThat(copy).hasContent("Dear Ann");
    }
}
