// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.ledger.Capabilities;
import dev.holdfast.core.ledger.Capability;
import dev.holdfast.core.target.TargetConstraints;
import dev.holdfast.core.target.TargetDiagnostic;
import dev.holdfast.core.target.TargetProfile;
import dev.holdfast.core.target.TargetProfiles;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Submission;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast target validate}. Reads no ledger: whether a target fits is a question about kinds of ledgers. */
@Command(
        name = "validate",
        description = "Say what a platform cannot keep of these requirements. Exit status 4 when there is anything.",
        mixinStandardHelpOptions = true)
final class TargetValidateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TARGET", description = "a profile, as 'holdfast target list' shows it")
    private String target;

    @Option(names = "--affinity", paramLabel = "NAME", description = "the affinity that the work requires")
    private String affinity;

    @Option(
            names = "--run-limit",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "how long the work runs at most, such as 90s or 5m")
    private Duration runLimit;

    @Option(names = "--guarantee", paramLabel = "WORD", description = "${COMPLETION-CANDIDATES}")
    private Guarantee guarantee = Guarantee.AT_LEAST_ONCE;

    @Option(names = "--recovery", paramLabel = "WORD", description = "${COMPLETION-CANDIDATES}")
    private Recovery recovery = Recovery.REDISPATCH;

    @Option(
            names = "--max-execution",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "how long the host lets a run last, as the host attests it")
    private Duration maximum;

    @Option(names = "--processes", description = "steps of processes are to run there")
    private boolean processes;

    @Option(names = "--memory", description = "the ledger would be one in memory (default: SQLite or PostgreSQL)")
    private boolean memory;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        TargetProfile profile = TargetProfiles.find(target).orElseThrow(this::unknown);
        Capabilities capabilities = Capabilities.allBut(
                memory
                        ? Set.of(Capability.DURABLE, Capability.ATOMIC_PROCESS_COMMIT)
                        : Set.of(Capability.ATOMIC_PROCESS_COMMIT));
        List<TargetDiagnostic> found = profile.validate(requirements(), capabilities, constraints());
        if (found.isEmpty() && !output.isJson()) {
            output.out().println(profile.name() + " keeps all of it");
        } else {
            output.print(
                    found.stream().map(TargetValidateCommand::row).toList(),
                    List.of("code", "path", "required", "offered"));
        }
        return found.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private Requirements requirements() {
        try {
            Submission.Builder work = Submission.of("any", new IdempotencyKey("any"))
                    .guarantee(guarantee)
                    .recovery(recovery);
            Optional.ofNullable(affinity).ifPresent(work::affinity);
            Optional.ofNullable(runLimit).ifPresent(work::runLimit);
            return work.build().requirements();
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private TargetConstraints constraints() {
        try {
            return new TargetConstraints(Optional.ofNullable(maximum), processes);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private CliException unknown() {
        String known = TargetProfiles.ALL.stream().map(TargetProfile::name).collect(Collectors.joining(", "));
        return new CliException(ExitCode.NOT_FOUND, "there is no target '" + target + "'; there are " + known);
    }

    private static Map<String, Object> row(TargetDiagnostic diagnostic) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("code", diagnostic.code());
        row.put("path", diagnostic.path());
        row.put("required", diagnostic.required());
        row.put("offered", diagnostic.offered());
        return row;
    }
}
