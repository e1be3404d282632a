// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

/** What the process says when it ends. {@code run} has its own codes, those of GNU parallel. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int INTERNAL_ERROR = 1;
    public static final int USAGE = 2;
    public static final int NOT_FOUND = 3;

    /** The ledger understood and refused: a conflict, a stale fence, too late. */
    public static final int REFUSED = 4;

    /** The ledger cannot be reached or written now; trying again may help. */
    public static final int UNAVAILABLE = 5;

    /** The file is no ledger, is damaged, or is of another version. */
    public static final int BROKEN = 6;

    /** It is not known whether the command was applied; send it again. */
    public static final int OUTCOME_UNKNOWN = 7;

    /** {@code doctor} found something wrong, or {@code simulate} a promise that does not hold. */
    public static final int FINDINGS = 8;

    private ExitCode() {}
}
