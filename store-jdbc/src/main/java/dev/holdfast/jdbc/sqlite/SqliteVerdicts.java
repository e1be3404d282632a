// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.jdbc.Verdict;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * What SQLite's result codes mean for a transaction. The one place where they are read.
 *
 * <pre>
 * BUSY LOCKED PROTOCOL SCHEMA INTERRUPT ABORT        NOT_APPLIED
 * IOERR NOMEM            while committing            UNKNOWN
 *                        otherwise                   UNAVAILABLE
 * FULL READONLY CANTOPEN PERM AUTH NOLFS             UNAVAILABLE
 * everything else: CORRUPT NOTADB CONSTRAINT ...     BROKEN
 * </pre>
 */
final class SqliteVerdicts {
    private SqliteVerdicts() {}

    static Verdict of(SQLException failure, boolean committing) {
        return switch (primary(failure)) {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL, SQLITE_SCHEMA, SQLITE_INTERRUPT, SQLITE_ABORT ->
                Verdict.NOT_APPLIED;
            case SQLITE_IOERR, SQLITE_NOMEM -> committing ? Verdict.UNKNOWN : Verdict.UNAVAILABLE;
            case SQLITE_FULL, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_NOLFS ->
                Verdict.UNAVAILABLE;
            default -> Verdict.BROKEN;
        };
    }

    /** One line for people: which file, what happened, what to do next. */
    static LedgerException explain(Path file, Verdict verdict, SQLException failure) {
        return switch (verdict) {
            case DONE -> throw new IllegalArgumentException("nothing to explain", failure);
            case NOT_APPLIED ->
                new LedgerUnavailable(
                        file + " is locked by another process; try again, or end the program that keeps it locked",
                        failure);
            case UNKNOWN ->
                new OutcomeUnknown(
                        file + " gave no answer to a commit (" + code(failure)
                                + "); send the same command again to find out",
                        failure);
            case UNAVAILABLE -> new LedgerUnavailable(file + unavailable(failure), failure);
            case BROKEN -> new LedgerBroken(file + broken(failure), failure);
        };
    }

    private static String unavailable(SQLException failure) {
        return switch (primary(failure)) {
            case SQLITE_FULL, SQLITE_NOLFS -> " cannot grow: the disk or its quota is full; make room and try again";
            case SQLITE_READONLY ->
                code(failure).contains("DBMOVED")
                        ? " was moved or removed while it was open; put it back, then open it again"
                        : " cannot be written; check the permissions of the file and of its folder";
            case SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN ->
                " or a file beside it cannot be opened; check the permissions of the file and of its folder";
            case SQLITE_NOMEM -> " could not be used: out of memory; give the program more";
            default -> " cannot be read or written (" + code(failure) + "); check the disk and its file system";
        };
    }

    private static String broken(SQLException failure) {
        return switch (primary(failure)) {
            case SQLITE_NOTADB, SQLITE_FORMAT -> " is not a Holdfast ledger; name another file";
            case SQLITE_CORRUPT -> " is damaged (" + code(failure) + "); stop using it, run doctor, restore a backup";
            default -> " broke a rule of its own (" + failure.getMessage() + "); run doctor and report it";
        };
    }

    private static SQLiteErrorCode primary(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                ? SQLiteErrorCode.getErrorCode(sqlite.getResultCode().code & 0xff)
                : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    private static String code(SQLException failure) {
        return failure instanceof SQLiteException sqlite
                ? sqlite.getResultCode().name()
                : String.valueOf(failure.getMessage());
    }
}
