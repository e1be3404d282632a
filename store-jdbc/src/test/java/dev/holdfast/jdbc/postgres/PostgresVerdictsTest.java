// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.jdbc.Verdict;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of SQLSTATEs. That a server really sends them: {@link ProvokedFailuresTest}. */
class PostgresVerdictsTest {
    private static SQLException failure(String state) {
        return new SQLException("message\nDetail: more", state);
    }

    @ParameterizedTest
    @CsvSource({
        "40001, NOT_APPLIED, NOT_APPLIED",
        "40P01, NOT_APPLIED, NOT_APPLIED",
        "55P03, NOT_APPLIED, NOT_APPLIED",
        "57014, NOT_APPLIED, NOT_APPLIED",
        "25P03, NOT_APPLIED, NOT_APPLIED",
        "25P04, NOT_APPLIED, NOT_APPLIED",
        "23505, NOT_APPLIED, NOT_APPLIED",
        "HF003, NOT_APPLIED, NOT_APPLIED",
        "08000, NOT_APPLIED, UNKNOWN",
        "08003, NOT_APPLIED, UNKNOWN",
        "08006, NOT_APPLIED, UNKNOWN",
        "08007, NOT_APPLIED, UNKNOWN",
        "08P01, NOT_APPLIED, UNKNOWN",
        "40003, NOT_APPLIED, UNKNOWN",
        "57P01, NOT_APPLIED, UNKNOWN",
        "57P02, NOT_APPLIED, UNKNOWN",
        "'',    NOT_APPLIED, UNKNOWN",
        "08001, UNAVAILABLE, UNAVAILABLE",
        "08004, UNAVAILABLE, UNAVAILABLE",
        "28000, UNAVAILABLE, UNAVAILABLE",
        "28P01, UNAVAILABLE, UNAVAILABLE",
        "3D000, UNAVAILABLE, UNAVAILABLE",
        "53100, UNAVAILABLE, UNAVAILABLE",
        "53200, UNAVAILABLE, UNAVAILABLE",
        "53300, UNAVAILABLE, UNAVAILABLE",
        "53400, UNAVAILABLE, UNAVAILABLE",
        "57P03, UNAVAILABLE, UNAVAILABLE",
        "58000, UNAVAILABLE, UNAVAILABLE",
        "58030, UNAVAILABLE, UNAVAILABLE",
        "25006, UNAVAILABLE, UNAVAILABLE",
        "25P02, UNAVAILABLE, UNAVAILABLE",
        "42501, UNAVAILABLE, UNAVAILABLE",
        "3F000, BROKEN,      BROKEN",
        "42P01, BROKEN,      BROKEN",
        "42883, BROKEN,      BROKEN",
        "42601, BROKEN,      BROKEN",
        "22001, BROKEN,      BROKEN",
        "23514, BROKEN,      BROKEN",
        "XX000, BROKEN,      BROKEN",
        "XX001, BROKEN,      BROKEN"
    })
    void eachStateHasAVerdict(String state, Verdict before, Verdict committing) {
        assertThat(PostgresVerdicts.of(failure(state), false)).isEqualTo(before);
        assertThat(PostgresVerdicts.of(failure(state), true)).isEqualTo(committing);
    }

    @Test
    void aFailureWithoutStateMayBeAnything() {
        SQLException failure = new SQLException("cut off");
        assertThat(PostgresVerdicts.of(failure, false)).isEqualTo(Verdict.NOT_APPLIED);
        assertThat(PostgresVerdicts.of(failure, true)).isEqualTo(Verdict.UNKNOWN);
        assertThat(PostgresVerdicts.isDisconnect(failure)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "08006, true",
        "57P01, true",
        "57P02, true",
        "57P03, true",
        "25P03, true",
        "HF003, true",
        "40001, false",
        "57014, false",
        "23505, false",
        "53100, false",
        "XX000, false"
    })
    void afterADisconnectTheServerMayBeAnotherOne(String state, boolean isDisconnect) {
        assertThat(PostgresVerdicts.isDisconnect(failure(state))).isEqualTo(isDisconnect);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "08001 | cannot be reached | is the server up, the address right?",
                "28P01 | does not let this user in | check user and password",
                "28000 | does not let this user in | check user and password",
                "3D000 | names a database that does not exist | create it or name another",
                "42501 | may not be used by this user | connect as that one",
                "25006 | can only be read | connect to the primary",
                "53100 | disk is full | make room there",
                "53300 | has no free connection | raise max_connections or use fewer",
                "57P03 | is starting up or shutting down | try again",
                "58030 | cannot be used | look at the server's log",
                "40001 | did not let a transaction through | nothing was changed, try again",
                "3F000 | is not a ledger of this program's schema | run 'holdfast migrate'",
                "42P01 | is not a ledger of this program's schema | run 'holdfast migrate'",
                "XX001 | broke a rule of its own | run doctor and report it"
            })
    void eachMessageSaysInOneLineWhatToDo(String state, String problem, String advice) {
        SQLException failure = failure(state);
        LedgerException explained =
                PostgresVerdicts.explain("the ledger", PostgresVerdicts.of(failure, false), failure);
        assertThat(explained)
                .hasMessageStartingWith("the ledger")
                .hasMessageContainingAll(problem, advice)
                .hasCause(failure);
        assertThat(explained.getMessage()).hasLineCount(1);
    }

    @ParameterizedTest
    @EnumSource(value = Verdict.class, names = "DONE", mode = EnumSource.Mode.EXCLUDE)
    void eachVerdictIsAnException(Verdict verdict) {
        Class<? extends LedgerException> expected = switch (verdict) {
            case UNKNOWN -> OutcomeUnknown.class;
            case BROKEN -> LedgerBroken.class;
            case DONE, NOT_APPLIED, UNAVAILABLE -> LedgerUnavailable.class;
        };
        assertThat(PostgresVerdicts.explain("the ledger", verdict, failure("08006")))
                .isInstanceOf(expected);
    }
}
