// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submit;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Some;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is planted in a ledger's schema is found, and what is derived is rebuilt. */
class MaintenanceTest {
    private static final Schemas SCHEMAS = new Schemas();

    private final String schema = SCHEMAS.create();
    private Ledger ledger;

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    @BeforeEach
    void aLedgerWithUnitsInSeveralStates() {
        ledger = PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
        Sample.define(ledger, PoolPolicy.DEFAULT.withDomains(Map.of("d", DomainLimit.claims(1))));
        Some.submit(ledger, "a", "b");
        List<Grant> first = Some.claim(ledger, 1, 2);
        Some.succeed(ledger, first.get(0));
        Sample.settle(ledger, first.get(1), new Answer.Failed("broken", Evidence.NOT_APPLIED));
        for (String key : List.of("e", "f")) {
            ledger.submit(
                    new Submit(Some.POOL, Sample.submission(key).domain("d").build()));
        }
        assertThat(Some.claim(ledger, 2, 5)).hasSize(1);
        Some.submit(ledger, "c", "g", "i");
        assertThat(Some.claim(ledger, 3, 1)).hasSize(1);
        ledger.submit(new Submit(
                Some.POOL, Sample.submission("later").delay(Duration.ofHours(1)).build()));
        // Folds the inbox in.
        assertThat(Some.claim(ledger, 4, 1)).hasSize(1);
        Some.submit(ledger, "h");
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private List<Finding> check() {
        return PostgresMaintenance.check(SCHEMAS.source, schema);
    }

    @Test
    void aSoundLedgerHasNoFindingsWhileItIsOpen() {
        assertThat(check()).isEmpty();
        assertThat(PostgresMaintenance.repair(SCHEMAS.source, schema)).isEmpty();
    }

    private void assertFound(String code, String damage, String problem) {
        SCHEMAS.execute(schema, damage);
        assertThat(check()).anySatisfy(finding -> {
            assertThat(finding.code()).isEqualTo(code);
            assertThat(finding.problem()).matches(problem);
            assertThat(finding.advice()).isNotBlank();
        });
    }

    /** PF-061, PF-069. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "counter | UPDATE pool_log SET counts[2] = 7 | claims of pool p: counted 7, are 3",
                "counter | UPDATE pool_log SET counts[4] = 0 | succeeded work of pool p: counted 0, are 1",
                "counter | UPDATE account_log SET used = used + 1 WHERE account LIKE 'DOMAIN%'"
                        + " | claims of domain d: counted 2, are 1",
                "counter | DELETE FROM account_log WHERE account LIKE 'WORKER%' | claims of worker w: counted .*",
                "counter | DELETE FROM inbox | queued work of pool p: counted 3, are 4",
                "log | INSERT INTO pool_log SELECT pool, n - 1, counter, clocks, time, swept_at, counts, floor_of,"
                        + " floor_at, mark FROM pool_log | pool p has 2 rows in its log",
                "log | INSERT INTO account_log SELECT pool, account, n - 1, 9 FROM account_log WHERE account LIKE"
                        + " 'DOM%' | account .* of pool p has 2 rows",
                "log | INSERT INTO turn SELECT lane, n - 1, pool, fairness_key, eligibility, band, tag, key_order, 0,"
                        + " 99 FROM turn WHERE phase = 1 | lane \\d+ has 2 turns",
                "log | DELETE FROM turn WHERE phase = 1 | lane \\d+ has 0 turns",
                "inbox | UPDATE pool_log SET mark = pg_current_snapshot()"
                        + " | pool p has 1 changes in its inbox that its newest fold passed over",
                "inbox | UPDATE pool_log SET mark = '999999999:999999999:' | pool p will pass over changes: .*",
                "lane | UPDATE turn SET phase = 2, lacking = NULL | lane \\d+ is parked and does not say on what",
                "lane | UPDATE turn SET blocked = '{0,1,3}' WHERE phase = 1 | lane \\d+ is blocked and not parked",
                "lane | UPDATE turn SET band = 7 WHERE phase = 1 | the turn of lane \\d+ is not of its .*",
                "lane | DELETE FROM inbox; UPDATE turn SET phase = 0, lacking = NULL, fits_at = NULL"
                        + " | unit \\d+ waits in lane \\d+, which no claim looks at",
                "lane | DELETE FROM inbox; UPDATE eligibility SET class = NULL"
                        + " | unit \\d+ waits in lane \\d+, which no claim looks at",
                "lane | DELETE FROM inbox; UPDATE turn SET head = 999 | unit \\d+ waits in lane \\d+ before its head"
                        + " 999",
                "lane | UPDATE pool_log SET floor_at = ARRAY[999999999] | lane \\d+ of tag \\d+ is below the floor.*",
                "lane | UPDATE pool_log SET floor_of = '{}', floor_at = '{}' | lane \\d+ of tag \\d+ is below .*"
            })
    void derivedStateIsFoundAndRebuilt(String code, String damage, String problem) {
        assertFound(code, damage, problem);

        List<String> done = PostgresMaintenance.repair(SCHEMAS.source, schema);

        assertThat(done).isNotEmpty().allMatch(line -> line.startsWith("pool p: "));
        assertThat(check()).isEmpty();
        assertThat(PostgresMaintenance.repair(SCHEMAS.source, schema)).isEmpty();
        assertAllIsGranted();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE FROM unit WHERE idempotency_key LIKE 'reconcile/%'"
                        + " | unit \\d+ is uncertain about fence \\d+ and nobody asks what became of it",
                "UPDATE unit SET question = 7 WHERE state = 2 | unit \\d+ asks a question that is not open:"
                        + " reconcile/1.*"
            })
    void questionsThatNobodyAsksAndInquiriesWithoutOneAreFound(String damage, String problem) {
        Some.applied(ledger, Some.claim(ledger, 9, 1).getFirst());
        assertThat(check()).isEmpty();

        assertFound("inquiry", damage, problem);
    }

    /** What waited and is due is granted, once. */
    private void assertAllIsGranted() {
        List<Grant> found = new ArrayList<>();
        for (long request = 10; request < 15; request++) {
            found.addAll(Some.claim(ledger, request, 5));
        }
        assertThat(found).extracting(Grant::work).containsExactly(Some.work("i"), Some.work("h"));
    }

    /** PF-046. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "claim | UPDATE unit SET request = 999 WHERE state = 1"
                        + " | unit \\d+ is in state 1 and its claim columns do not fit that",
                "claim | UPDATE unit SET run_until = 1 WHERE state = 0"
                        + " | unit \\d+ is in state 0 and its claim columns do not fit that",
                "claim | UPDATE unit_history SET fence = 9 WHERE state = 4"
                        + " | unit \\d+ has ended in state 4 and its claim columns do not fit that",
                "claim | DELETE FROM unit_history WHERE state = 4"
                        + " | unit \\d+ has an ended claim \\d+ of no known request or life",
                "claim | UPDATE worker_pool SET held_from = 562949953421311"
                        + " | worker w holds unit \\d+ by a claim below its mark 562949953421311",
                "worker | DELETE FROM worker_lease | worker w has no lease",
                "fence | UPDATE unit_history SET fence = (SELECT max(fence) FROM unit) WHERE state = 3"
                        + " | pool p issued fence \\d+ 2 times",
                "fence | UPDATE past_claim SET seq = (SELECT min(seq) FROM unit WHERE state = 1), fence = fence + 99"
                        + " | unit \\d+ has fence \\d+ below that of an older claim",
                "fence | UPDATE pool_log SET counter = 1 | pool p has a claim of fence \\d+ beyond its counter 1",
                "fence | UPDATE unit SET fence = fence + (5::bigint << 48) WHERE state = 1"
                        + " | unit \\d+ has fence \\d+ of epoch 6, the ledger is in 1",
                "lane | UPDATE unit SET lane = 999 WHERE state = 9"
                        + " | unit \\d+ names lane 999, which is none of its pool",
                "lane | UPDATE turn SET tag = tag + 5 WHERE phase = 2"
                        + " | fairness key \"\" of band \\d in pool p has several tags",
                "lane | UPDATE turn SET blocked = '{999,1,3}' WHERE phase = 2"
                        + " | lane \\d+ is blocked since grant 999, beyond the counter of its pool \\d+",
                "reservation | UPDATE pool SET reserved = 3 | pool p has a reservation for unit 3 that says none",
                "life | UPDATE unit SET life = 3 WHERE state = 9 | unit \\d+ is in life 3 and has 0 before that",
                "life | INSERT INTO past_life (seq, life, state, state_at, moved_by, evidence, redriven_by,"
                        + " redriven_reason, forced, redriven_at) SELECT seq, 1, 4, 0, 'HOLDER', 'UNKNOWN', 'a', 'b',"
                        + " false, 0 FROM unit WHERE state = 9"
                        + " | unit \\d+ has a life 1 that is over and none after it",
                "unit | INSERT INTO unit_history SELECT * FROM unit_history WHERE state = 3"
                        + " | unit \\d+ is there 2 times",
                "unit | DELETE FROM unit WHERE state = 9 | id \".*\" leads to unit \\d+, which is not there",
                "unit | DELETE FROM unit_id WHERE seq = (SELECT seq FROM unit WHERE state = 9)"
                        + " | unit \\d+ is not found by its id",
                "key | INSERT INTO unit_id SELECT 'more', seq, 1 FROM unit WHERE state = 9"
                        + " | unit \\d+ is not found by its key \"later\""
            })
    void whatIsNotDerivedIsFoundAndLeftAlone(String code, String damage, String problem) {
        assertFound(code, damage, problem);
        List<Finding> before = check();

        PostgresMaintenance.repair(SCHEMAS.source, schema);

        assertThat(check())
                .extracting(Finding::problem)
                .contains(before.getFirst().problem());
    }
}
