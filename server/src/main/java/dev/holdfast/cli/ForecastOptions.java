// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.client.document.DocumentException;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.CapturedInvalid;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Pool;
import dev.holdfast.document.DurationText;
import dev.holdfast.document.LedgerDocument;
import dev.holdfast.document.PoolDocument;
import dev.holdfast.forecast.Assumptions;
import dev.holdfast.forecast.Capture;
import dev.holdfast.forecast.Crew;
import dev.holdfast.forecast.Forecast;
import dev.holdfast.forecast.Refused;
import dev.holdfast.forecast.Revision;
import dev.holdfast.forecast.RunTimes;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** Which ledger is run forward, and what is taken for granted. */
final class ForecastOptions {
    @Option(
            names = "--from",
            paramLabel = "FILE",
            required = true,
            description = "the ledger, a document of 'holdfast export'; - for standard input")
    private String from;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "a document of 'holdfast pool set'; without it the ledger is run forward as it is")
    private String policy;

    @Option(
            names = "--keep",
            description = "members that --policy leaves away stay as they are (default: they get the default)")
    private boolean keep;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "so many workers that offer all that any unit asks for (default: those that were alive)")
    private Integer workers;

    @Option(
            names = "--places",
            paramLabel = "N",
            description = "claims that each of --workers has at once (default: 1)")
    private Integer places;

    @Option(
            names = "--resource",
            paramLabel = "NAME=UNITS",
            description = "what each of --workers has; may be given several times")
    private Map<String, Long> resources = new TreeMap<>();

    @Option(
            names = "--run-time",
            paramLabel = "[KIND=]TIME",
            description = "how long a run takes, of one kind or of all that are not named, such as 30s; may be given"
                    + " several times (default: the mean of the kind's runs that the ledger tells of)")
    private List<String> runTimes = List.of();

    @Option(
            names = "--horizon",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "7d",
            description = "how far to look (default: ${DEFAULT-VALUE})")
    private Duration horizon;

    int run(Output output) throws IOException {
        try {
            Capture capture = read();
            Optional<PolicyChange> change = Optional.ofNullable(policy).map(file -> change(capture, file));
            Optional<Revision> revision = change.map(each -> new Revision(
                    each.pool(), each.policy(), each.stored().orElseThrow().revision()));
            Optional<Crew> crew = crew(capture);
            Assumptions assumptions = new Assumptions(runTimes(capture), crew, horizon);
            ForecastReport report = new ForecastReport(
                    from.equals(DocumentFile.STANDARD_INPUT) ? "standard input" : from,
                    capture,
                    change,
                    assumptions,
                    Forecast.of(capture, Optional.empty(), assumptions),
                    revision.map(each -> Forecast.of(capture, Optional.of(each), assumptions)));
            report.print(output);
            return ExitCode.DONE;
        } catch (CapturedInvalid | DocumentException e) {
            throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (Refused e) {
            throw new CliException(ExitCode.REFUSED, "refused: " + e.getMessage());
        }
    }

    private Capture read() throws IOException {
        if (from.equals(DocumentFile.STANDARD_INPUT)) {
            return Capture.of(LedgerDocument.read("standard input", new BufferedInputStream(System.in)));
        }
        if (!Files.isRegularFile(Path.of(from))) {
            throw new CliException(ExitCode.USAGE, "there is no file " + from);
        }
        try (InputStream in = Files.newInputStream(Path.of(from))) {
            return Capture.of(LedgerDocument.read(from, new BufferedInputStream(in)));
        }
    }

    private PolicyChange change(Capture capture, String file) {
        PoolDocument document = DocumentFile.read(file);
        Pool pool = pool(capture, document, file);
        document.revision().filter(made -> made != pool.revision()).ifPresent(made -> {
            throw new CliException(
                    ExitCode.REFUSED,
                    "refused: " + file + " was made from revision " + made + " of pool '" + pool.id() + "', which has"
                            + " revision " + pool.revision() + " in " + from);
        });
        return new PolicyChange(
                pool.id(),
                Optional.of(pool),
                document.policy(Optional.of(pool.policy()).filter(kept -> keep)),
                PolicySources.UNNAMED);
    }

    private Pool pool(Capture capture, PoolDocument document, String file) {
        if (document.pool().isPresent()) {
            PoolId named = new PoolId(document.pool().get());
            return capture.pool(named)
                    .orElseThrow(
                            () -> new CliException(ExitCode.NOT_FOUND, "there is no pool '" + named + "' in " + from));
        }
        List<Pool> pools = capture.pools();
        if (pools.size() != 1) {
            throw new CliException(
                    ExitCode.USAGE,
                    file + " does not say which pool it is for, and " + from + " has " + pools.size()
                            + "; give it a member 'pool'");
        }
        return pools.getFirst();
    }

    private Optional<Crew> crew(Capture capture) {
        if (workers == null) {
            if (places != null || !resources.isEmpty()) {
                throw new CliException(ExitCode.USAGE, "--places and --resource are about --workers; say how many");
            }
            if (!capture.hasLiveWorkers()) {
                throw new CliException(
                        ExitCode.USAGE, "no worker was alive in " + from + "; say --workers N to imagine some");
            }
            return Optional.empty();
        }
        return Optional.of(new Crew(workers, places == null ? 1 : places, new TreeMap<>(resources)));
    }

    private RunTimes runTimes(Capture capture) {
        Optional<Duration> all = Optional.empty();
        Map<String, Duration> said = new TreeMap<>();
        for (String text : runTimes) {
            int equals = text.lastIndexOf('=');
            Duration time = DurationText.parse(text.substring(equals + 1));
            if (equals < 0) {
                all = Optional.of(time);
            } else {
                said.put(text.substring(0, equals), time);
            }
        }
        RunTimes times = RunTimes.of(all, said, capture);
        RunTimes.wanted(capture).stream()
                .filter(kind -> times.of(kind).isEmpty())
                .findFirst()
                .ifPresent(kind -> {
                    throw new CliException(
                            ExitCode.USAGE,
                            "no run of kind '" + kind + "' has ended in " + from + ", so that nothing tells how long"
                                    + " one takes; say --run-time " + Text.shellWord(kind + "=30s") + " or the like");
                });
        return times;
    }
}
