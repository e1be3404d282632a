// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.jdbc.Verdict;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the SQLSTATE of a failed call means for its transaction. The one place where they are read.
 *
 * <pre>
 * 40001 40P01 55P03 57014 25P03 25P04 23505 HF003 NOT_APPLIED  a race, a lock, a time limit: the transaction was rolled back
 * 08xxx 40003 57P01 57P02 57P05, no state        UNKNOWN      while committing; NOT_APPLIED before: the server rolls back
 * 28xxx 3D000 08001 08004 53xxx 57P03 58xxx
 *   25006 25P02 42501                           UNAVAILABLE  somebody has to change something first
 * everything else: 42xxx 22xxx 23514 XX000 ...  BROKEN
 * </pre>
 *
 * <p>08001 and 08004 say that no connection was made, so nothing was sent.
 */
final class PostgresVerdicts {
    /** Our own: a claim that has to be held is not. */
    static final String STALE_CLAIM = "HF001";

    /** Our own: the connection leads to another ledger. */
    static final String FOREIGN_LEDGER = "HF002";

    /** Our own: the server may have lost commits; the epoch has to rise before anything is granted. */
    static final String LOST_COMMITS = "HF003";

    private PostgresVerdicts() {}

    static Verdict of(SQLException failure, boolean committing) {
        String state = state(failure);
        return switch (state) {
            case "40001", "40P01", "55P03", "57014", "25P03", "25P04", "23505", LOST_COMMITS -> Verdict.NOT_APPLIED;
            case "08001", "08004", "57P03", "57P04", "25006", "25P02", "42501", "3D000" -> Verdict.UNAVAILABLE;
            case "", "40003", "57P01", "57P02", "57P05" -> committing ? Verdict.UNKNOWN : Verdict.NOT_APPLIED;
            default ->
                switch (state.substring(0, 2)) {
                    case "08" -> committing ? Verdict.UNKNOWN : Verdict.NOT_APPLIED;
                    case "28", "53", "58" -> Verdict.UNAVAILABLE;
                    default -> Verdict.BROKEN;
                };
        };
    }

    /** Whether the connection is gone, and with it the certainty that the next one leads to the same server. */
    static boolean isDisconnect(SQLException failure) {
        String state = state(failure);
        return state.isEmpty()
                || state.startsWith("08")
                || state.startsWith("57P")
                || state.startsWith("25P0")
                || state.equals(LOST_COMMITS);
    }

    private static String state(SQLException failure) {
        return Optional.ofNullable(failure.getSQLState()).orElse("");
    }

    /** One line for people: which ledger, what happened, what to do next. */
    static LedgerException explain(String ledger, Verdict verdict, SQLException failure) {
        return switch (verdict) {
            case DONE -> throw new IllegalArgumentException("nothing to explain", failure);
            case NOT_APPLIED ->
                new LedgerUnavailable(
                        ledger + " did not let a transaction through (" + what(failure)
                                + "); nothing was changed, try again",
                        failure);
            case UNKNOWN ->
                new OutcomeUnknown(
                        ledger + " gave no answer to a commit (" + what(failure)
                                + "); send the same command again to find out",
                        failure);
            case UNAVAILABLE -> new LedgerUnavailable(ledger + unavailable(failure), failure);
            case BROKEN -> new LedgerBroken(ledger + broken(failure), failure);
        };
    }

    private static String unavailable(SQLException failure) {
        return switch (state(failure)) {
            case "08001", "08004" -> " cannot be reached: " + what(failure) + "; is the server up, the address right?";
            case "28P01", "28000" -> " does not let this user in (" + what(failure) + "); check user and password";
            case "3D000" -> " names a database that does not exist (" + what(failure) + "); create it or name another";
            case "42501" ->
                " may not be used by this user (" + what(failure)
                        + "); grant it what the schema's owner has, or connect as that one";
            case "25006" ->
                " can only be read here: a standby, or a role or session that is set to read only; connect to the"
                        + " primary as one that may write";
            case "53100" -> " cannot grow: the server's disk is full; make room there";
            case "53300" -> " has no free connection (" + what(failure) + "); raise max_connections or use fewer";
            case "57P03" -> " is starting up or shutting down (" + what(failure) + "); try again";
            default -> " cannot be used (" + what(failure) + "); look at the server's log";
        };
    }

    private static String broken(SQLException failure) {
        return switch (state(failure)) {
            case "3F000", "42P01", "42883" ->
                " is not a ledger of this program's schema (" + what(failure)
                        + "); run 'holdfast migrate', or name another schema";
            default -> " broke a rule of its own (" + what(failure) + "); run doctor and report it";
        };
    }

    private static String what(SQLException failure) {
        String message = Optional.ofNullable(failure.getMessage()).orElse("no reason given");
        String line = message.lines().findFirst().orElse(message);
        return state(failure).isEmpty() ? line : state(failure) + ", " + line;
    }
}
