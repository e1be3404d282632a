// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.ledger.RowUnreadable;
import java.io.PrintWriter;
import picocli.CommandLine;

/** Every failure as one line on standard error: what, why, what to do next. Never a stack trace, except for our own bugs. */
final class Failures {
    private Failures() {}

    static int report(Exception failure, CommandLine line) {
        PrintWriter err = line.getErr();
        return switch (failure) {
            case CliException known -> {
                err.println("holdfast: " + Text.oneLine(known.getMessage()));
                yield known.exitCode();
            }
            case LedgerException ledger -> {
                err.println("holdfast: " + Text.oneLine(ledger.getMessage()));
                yield exitCode(ledger);
            }
            case RowUnreadable row -> {
                err.println("holdfast: " + Text.oneLine(row.getMessage()));
                yield ExitCode.BROKEN;
            }
            case IllegalArgumentException wrong -> {
                err.println("holdfast: " + Text.oneLine(wrong.getMessage()));
                yield ExitCode.USAGE;
            }
            default -> {
                err.println("holdfast: a defect of Holdfast, please report it with what follows");
                failure.printStackTrace(err);
                yield ExitCode.INTERNAL_ERROR;
            }
        };
    }

    static int exitCode(LedgerException failure) {
        return switch (failure) {
            case LedgerUnavailable unavailable -> ExitCode.UNAVAILABLE;
            case OutcomeUnknown unknown -> ExitCode.OUTCOME_UNKNOWN;
            case LedgerBroken broken -> ExitCode.BROKEN;
        };
    }

    static int reportUsage(CommandLine.ParameterException failure) {
        CommandLine line = failure.getCommandLine();
        String name = line.getCommandSpec().qualifiedName();
        line.getErr().println("holdfast: " + Text.oneLine(failure.getMessage()) + "; see '" + name + " --help'");
        return line.getCommandSpec().exitCodeOnInvalidInput();
    }
}
