// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.jdbc.Verdict;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class SqliteVerdictsTest {
    private static final Path FILE = Path.of("work.db");

    private static SQLException failure(SQLiteErrorCode code) {
        return new SQLiteException("message", code);
    }

    @ParameterizedTest
    @CsvSource({
        "SQLITE_BUSY,           NOT_APPLIED, NOT_APPLIED",
        "SQLITE_BUSY_SNAPSHOT,  NOT_APPLIED, NOT_APPLIED",
        "SQLITE_BUSY_RECOVERY,  NOT_APPLIED, NOT_APPLIED",
        "SQLITE_LOCKED,         NOT_APPLIED, NOT_APPLIED",
        "SQLITE_PROTOCOL,       NOT_APPLIED, NOT_APPLIED",
        "SQLITE_SCHEMA,         NOT_APPLIED, NOT_APPLIED",
        "SQLITE_INTERRUPT,      NOT_APPLIED, NOT_APPLIED",
        "SQLITE_IOERR,          UNAVAILABLE, UNKNOWN",
        "SQLITE_IOERR_FSYNC,    UNAVAILABLE, UNKNOWN",
        "SQLITE_IOERR_WRITE,    UNAVAILABLE, UNKNOWN",
        "SQLITE_NOMEM,          UNAVAILABLE, UNKNOWN",
        "SQLITE_FULL,           UNAVAILABLE, UNAVAILABLE",
        "SQLITE_READONLY,       UNAVAILABLE, UNAVAILABLE",
        "SQLITE_READONLY_DBMOVED, UNAVAILABLE, UNAVAILABLE",
        "SQLITE_CANTOPEN,       UNAVAILABLE, UNAVAILABLE",
        "SQLITE_PERM,           UNAVAILABLE, UNAVAILABLE",
        "SQLITE_CORRUPT,        BROKEN,      BROKEN",
        "SQLITE_CORRUPT_INDEX,  BROKEN,      BROKEN",
        "SQLITE_NOTADB,         BROKEN,      BROKEN",
        "SQLITE_CONSTRAINT_UNIQUE, BROKEN,   BROKEN",
        "SQLITE_ERROR,          BROKEN,      BROKEN",
        "SQLITE_MISUSE,         BROKEN,      BROKEN"
    })
    void eachCodeHasAVerdict(SQLiteErrorCode code, Verdict before, Verdict committing) {
        assertThat(SqliteVerdicts.of(failure(code), false)).isEqualTo(before);
        assertThat(SqliteVerdicts.of(failure(code), true)).isEqualTo(committing);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SQLITE_BUSY | work.db is locked by another process; try again, or end the program that keeps it"
                        + " locked",
                "SQLITE_FULL | work.db cannot grow: the disk or its quota is full; make room and try again",
                "SQLITE_READONLY | work.db cannot be written; check the permissions of the file and of its folder",
                "SQLITE_READONLY_DBMOVED | work.db was moved or removed while it was open; put it back, then open it"
                        + " again",
                "SQLITE_CANTOPEN | work.db or a file beside it cannot be opened; check the permissions of the file and"
                        + " of its folder",
                "SQLITE_IOERR_READ | work.db cannot be read or written (SQLITE_IOERR_READ); check the disk and its"
                        + " file system",
                "SQLITE_NOMEM | work.db could not be used: out of memory; give the program more",
                "SQLITE_NOTADB | work.db is not a Holdfast ledger; name another file",
                "SQLITE_CORRUPT | work.db is damaged (SQLITE_CORRUPT); stop using it, run doctor, restore a backup",
                "SQLITE_CONSTRAINT_CHECK | work.db broke a rule of its own (message); run doctor and report it"
            })
    void eachMessageSaysWhatToDo(SQLiteErrorCode code, String message) {
        SQLException failure = failure(code);
        assertThat(SqliteVerdicts.explain(FILE, SqliteVerdicts.of(failure, false), failure))
                .hasMessage(message)
                .hasCause(failure);
    }

    @ParameterizedTest
    @EnumSource(value = Verdict.class, names = "DONE", mode = EnumSource.Mode.EXCLUDE)
    void eachVerdictIsAnException(Verdict verdict) {
        Class<? extends LedgerException> expected = switch (verdict) {
            case UNKNOWN -> OutcomeUnknown.class;
            case BROKEN -> LedgerBroken.class;
            case DONE, NOT_APPLIED, UNAVAILABLE -> LedgerUnavailable.class;
        };
        assertThat(SqliteVerdicts.explain(FILE, verdict, failure(SQLiteErrorCode.SQLITE_IOERR)))
                .isInstanceOf(expected);
    }
}
