// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import org.jspecify.annotations.Nullable;

/** Something a person did or has to do; its message is all that is printed. */
public final class CliException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    public CliException(int exitCode, @Nullable String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
