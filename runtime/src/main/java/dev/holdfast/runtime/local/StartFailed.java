// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.util.Objects;

/** Nothing was started. Files for the output may have been created, empty. */
public final class StartFailed extends Exception {
    private static final long serialVersionUID = 1;

    /** Why nothing was started. */
    public enum Reason {
        /** There is no such program, or the interpreter that its first line names is missing. */
        PROGRAM_NOT_FOUND,
        /** It is no program, or must not be run by this user. */
        NOT_EXECUTABLE,
        /** The directory to run in is missing. */
        DIRECTORY_NOT_FOUND,
        /** The operating system does not take so many or so long arguments. */
        ARGUMENTS_TOO_LONG,
        /** An argument has a character that cannot be handed over: NUL, or one outside the locale's character set. */
        ARGUMENT_NOT_ENCODABLE,
        /** A file for the output cannot be written. */
        OUTPUT_NOT_WRITABLE,
        /** Something else, such as too many processes or too little memory; a later try may succeed. */
        OTHER
    }

    private final Reason reason;

    public StartFailed(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public StartFailed(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** What stood in the way, for people. */
    @Override
    public String getMessage() {
        return Objects.requireNonNullElse(super.getMessage(), "");
    }

    public Reason reason() {
        return reason;
    }
}
