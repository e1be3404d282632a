// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.postgres.PostgresConnections;
import dev.holdfast.jdbc.postgres.PostgresMaintenance;
import dev.holdfast.jdbc.sqlite.SqliteMaintenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast doctor}. */
@Command(
        name = "doctor",
        description = {
            "Check a ledger: every number in it against what it counts, and the file or the server's settings. Changes"
                    + " nothing, unless it is told to repair."
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @Option(
            names = "--repair",
            description = "rebuild first what can be counted again, in PostgreSQL; never touches what was submitted,"
                    + " claimed or answered")
    private boolean repair;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    /**
     * @param warnings what is not wrong with the ledger
     * @param repaired what was changed, a line each
     */
    private record Report(List<Finding> findings, List<Finding> warnings, List<String> repaired) {
        List<Finding> all() {
            List<Finding> all = new ArrayList<>(findings);
            all.addAll(warnings);
            return all;
        }
    }

    @Override
    public Integer call() {
        LedgerPlace place = ledger.place();
        Report report = switch (place) {
            case LedgerPlace.InFile(var file) -> {
                if (repair) {
                    throw new CliException(
                            ExitCode.USAGE,
                            "--repair is for a ledger in PostgreSQL; instead of a damaged file use its newest"
                                    + " backup");
                }
                List<Finding> findings = SqliteMaintenance.check(file);
                yield new Report(findings, findings.isEmpty() ? SqliteMaintenance.alarms(file) : List.of(), List.of());
            }
            case LedgerPlace.InDatabase database -> check(database);
            case LedgerPlace.AtServer server -> throw server.elsewhere("doctor");
        };
        if (output.isJson()) {
            output.printJson(members(report));
        } else {
            print(place, report);
        }
        return report.findings().isEmpty() ? ExitCode.DONE : ExitCode.FINDINGS;
    }

    private Report check(LedgerPlace.InDatabase database) {
        try (PostgresConnections connections = PostgresConnections.of(database.url())) {
            DataSource source = connections.source();
            List<String> repaired = repair ? PostgresMaintenance.repair(source, database.schema()) : List.of();
            List<Finding> findings = PostgresMaintenance.check(source, database.schema());
            List<Finding> warnings = new ArrayList<>(PostgresMaintenance.warnings(source, database.schema()));
            if (findings.isEmpty()) {
                warnings.addAll(PostgresMaintenance.alarms(source, database.schema()));
            }
            return new Report(findings, warnings, repaired);
        }
    }

    private void print(LedgerPlace place, Report report) {
        report.repaired().forEach(line -> output.out().println("repaired: " + Text.oneLine(line)));
        for (Finding finding : report.all()) {
            output.out().println(finding.code() + ": " + Text.oneLine(finding.problem()));
            output.out().println("  " + Text.oneLine(finding.advice()));
        }
        if (report.findings().isEmpty()) {
            output.out().println(place.shown() + " is sound");
        }
    }

    private static List<Map<String, Object>> members(Report report) {
        List<Map<String, Object>> all = new ArrayList<>();
        report.repaired().forEach(line -> all.add(members(new Finding("repaired", line, "nothing to do"))));
        report.all().forEach(finding -> all.add(members(finding)));
        return all;
    }

    private static Map<String, Object> members(Finding finding) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("code", finding.code());
        members.put("problem", finding.problem());
        members.put("advice", finding.advice());
        return members;
    }
}
