// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.PoolId;
import picocli.CommandLine.Parameters;

/** The pool that a command is about. */
final class PoolArgument {
    @Parameters(index = "0", paramLabel = "POOL", description = "id of the pool")
    private String pool;

    PoolId id() {
        return new PoolId(pool);
    }

    CliException unknown() {
        return unknown(id());
    }

    static CliException unknown(PoolId pool) {
        return new CliException(ExitCode.NOT_FOUND, "there is no pool '" + pool + "'; 'holdfast pool list' lists them");
    }
}
