// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast audit}. */
@Command(
        name = "audit",
        description = "Show what people did to work, pools, workers, domains and schedules, and why; newest first.",
        mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {
    @Option(names = "--actor", paramLabel = "NAME", description = "only what this person did")
    private String actor;

    @Option(
            names = "--act",
            paramLabel = "ACT",
            description = "only this: cancel, resolve, redrive, redact, define, pause, resume, drain, accept, delete,"
                    + " record, unrecord")
    private AuditEntry.Act act;

    @ArgGroup
    private About about;

    /** At most one of these. */
    static final class About {
        @Option(names = "--work", paramLabel = "WORK", description = "only about this unit")
        private String work;

        @Option(names = "--pool", paramLabel = "POOL", description = "only about this pool")
        private String pool;

        @Option(names = "--worker", paramLabel = "WORKER", description = "only about this worker")
        private String worker;

        @Option(names = "--schedule", paramLabel = "SCHEDULE", description = "only about this schedule")
        private String schedule;

        @Option(names = "--domain", paramLabel = "DOMAIN", description = "only about this domain")
        private String domain;

        AuditEntry.Subject subject() {
            if (domain != null) {
                return AuditEntry.Subject.ofDomain(domain);
            }
            if (schedule != null) {
                return AuditEntry.Subject.of(new ScheduleId(schedule));
            }
            if (work != null) {
                return AuditEntry.Subject.of(new WorkId(work));
            }
            return pool != null ? AuditEntry.Subject.of(new PoolId(pool)) : AuditEntry.Subject.of(new WorkerId(worker));
        }
    }

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "at most so many, 1 to 1000 (default: 50)")
    private int limit;

    @Option(names = "--before", paramLabel = "CURSOR", description = "go on where the last list ended")
    private Long before;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        if (limit < 1 || limit > Audit.MAX) {
            throw new CliException(ExitCode.USAGE, "--limit is 1 to " + Audit.MAX + ", not " + limit);
        }
        Audit query = new Audit(
                Optional.ofNullable(actor),
                Optional.ofNullable(act),
                Optional.ofNullable(about).map(About::subject),
                before == null ? Long.MAX_VALUE : before,
                limit);
        try (Ledger open = ledger.openExisting()) {
            Audit.Found found = open.ask(query);
            output.print(
                    found.entries().stream().map(AuditCommand::row).toList(),
                    List.of("at", "actor", "act", "subject", "outcome", "reason"));
            found.next().ifPresent(next -> output.err().println("more: --before " + next));
        }
        return ExitCode.DONE;
    }

    private static Map<String, Object> row(AuditEntry entry) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("number", entry.number());
        members.put("at", entry.at().toString());
        members.put("actor", entry.actor());
        members.put("act", word(entry.act()));
        members.put(
                "subject", word(entry.subject().sort()) + " " + entry.subject().name());
        members.put("outcome", entry.outcome());
        members.put("reason", entry.reason());
        return members;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
