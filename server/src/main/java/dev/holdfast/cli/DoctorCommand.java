// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.sqlite.SqliteMaintenance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        List<Finding> findings = SqliteMaintenance.check(ledger.file());
        if (output.isJson()) {
            output.printJson(findings.stream().map(DoctorCommand::members).toList());
        } else if (findings.isEmpty()) {
            output.out().println(ledger.file() + " is sound");
        } else {
            for (Finding finding : findings) {
                output.out().println(finding.code() + ": " + Text.oneLine(finding.problem()));
                output.out().println("  " + Text.oneLine(finding.advice()));
            }
        }
        return findings.isEmpty() ? ExitCode.DONE : ExitCode.FINDINGS;
    }

    private static Map<String, Object> members(Finding finding) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("code", finding.code());
        members.put("problem", finding.problem());
        members.put("advice", finding.advice());
        return members;
    }
}
