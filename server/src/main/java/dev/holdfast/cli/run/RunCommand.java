// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.CliException;
import dev.holdfast.cli.DurationConverter;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.FlightRecorder;
import dev.holdfast.cli.LedgerOption;
import dev.holdfast.cli.LedgerPlace;
import dev.holdfast.cli.Output;
import dev.holdfast.cli.ProductionCheck;
import dev.holdfast.cli.Text;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast run}: the options. What is done with them is in {@link Execution}. */
@Command(
        name = "run",
        description = {
            "Run a command for each line of input, durably: what has ended stays ended, whatever is killed. Start the"
                    + " same command again and it finishes the rest."
        },
        customSynopsis = "holdfast run [OPTIONS] -- COMMAND [ARGUMENT | {}]...",
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = RunCommand.OTHER_ERROR,
        footerHeading = "%nExit status:%n",
        footer = {
            "  0        every unit succeeded",
            "  1..100   that many units failed or wait for evidence",
            "  101      more than 100 did",
            "  130      stopped by Ctrl-C or a signal; start again to go on",
            "  255      another error",
            "",
            "A command that somebody kills (HUP, INT, QUIT, KILL, TERM, or an exit code that says so) counts as"
                    + " interrupted, not as failed: it runs again, at most three times. TIME is 500ms, 30s (or 30), 5m,"
                    + " 2h, 1d. A command that exceeds --timeout gets TERM, and KILL five seconds later."
        })
public final class RunCommand implements Callable<Integer> {
    /** As GNU parallel says it. */
    static final int OTHER_ERROR = 255;

    @Parameters(
            paramLabel = "COMMAND",
            arity = "0..*",
            description = "the command; {} stands for the line, which is the last argument without it")
    private List<String> command = List.of();

    @Option(
            names = {"-a", "--arg-file"},
            paramLabel = "FILE",
            description = "read lines from a file, not from standard input")
    private Path input;

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "N",
            description = "commands at once (default: number of processors)")
    private int concurrency = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "how often a command that fails is tried again (default: 0)")
    private int retries;

    @Option(
            names = "--backoff",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "wait before the first retry; doubles with each (default: 1s)")
    private Duration backoff = Duration.ofSeconds(1);

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "end a command that runs longer")
    private Duration timeout;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "keep output and status of each unit here; index.tsv says which is whose")
    private Path results;

    @Option(
            names = "--if-interrupted",
            paramLabel = "WHAT",
            description = "when it is not known how far a command came: rerun, ask or fail (default: rerun)")
    private IfInterrupted interrupted = IfInterrupted.RERUN;

    @Option(names = "--name", paramLabel = "NAME", description = "name of the run (default: from the command)")
    private String name;

    @Option(names = "--again", description = "run everything anew, although it has been run")
    private boolean again;

    @Option(
            names = {"-0", "--null"},
            description = "lines end with a zero byte (find -print0)")
    private boolean zero;

    @Option(names = "--dev", description = "run although the ledger may lose what it has answered")
    private boolean dev;

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description = "write what was sent to the ledger, and its decisions, to this file at the end; see 'replay'")
    private Path recording;

    @Option(names = "--dry-run", description = "print the commands, run nothing")
    private boolean dryRun;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws Exception {
        try {
            check();
            return run(new CommandTemplate(command));
        } catch (CliException | LedgerException | IllegalArgumentException e) {
            throw new CliException(OTHER_ERROR, e.getMessage());
        } catch (IOException e) {
            throw new CliException(OTHER_ERROR, reason(e));
        }
    }

    private int run(CommandTemplate template) throws IOException, InterruptedException {
        try (LineReader lines = new LineReader(open(), zero)) {
            return dryRun ? dryRun(template, lines) : execute(template, lines);
        }
    }

    private void check() {
        if (name != null) {
            Run.checkName(name);
        }
        if (command.isEmpty()) {
            throw new CliException(
                    OTHER_ERROR, "no command given; write it after --, such as: holdfast run -- sha256sum {}");
        }
        if (concurrency < 1 || concurrency > 1_000) {
            throw new CliException(OTHER_ERROR, "-j is 1 to 1000, not " + concurrency);
        }
        if (retries < 0 || retries > 1_000) {
            throw new CliException(OTHER_ERROR, "--retries is 0 to 1000, not " + retries);
        }
        if (timeout != null && timeout.isZero()) {
            throw new CliException(OTHER_ERROR, "--timeout must be longer than zero");
        }
    }

    private InputStream open() throws IOException {
        if (input == null) {
            return System.in;
        }
        if (Files.isDirectory(input)) {
            throw new CliException(OTHER_ERROR, input + " is a directory; -a takes a file with a line for each unit");
        }
        if (!Files.exists(input)) {
            throw new CliException(OTHER_ERROR, "there is no file " + input);
        }
        return new FileInputStream(input.toFile());
    }

    private int dryRun(CommandTemplate template, LineReader lines) throws IOException {
        Optional<Line> line = lines.next();
        while (line.isPresent()) {
            List<String> words = new ArrayList<>();
            template.arguments(line.get().bytes().orElse(new byte[0]))
                    .forEach(word -> words.add(Text.shellWord(Text.oneLine(Arguments.display(word)))));
            output.out().println(String.join(" ", words));
            line = lines.next();
        }
        output.out().flush();
        return ExitCode.DONE;
    }

    private int execute(CommandTemplate template, LineReader lines) throws IOException, InterruptedException {
        LedgerPlace place = ledger.place();
        Judgement judgement = new Judgement(retries, backoff, interrupted);
        try (FlightRecorder recorder = FlightRecorder.into(Optional.ofNullable(recording));
                Ledger opened = recorder.around(place.openOrCreate())) {
            ProductionCheck.check(opened, dev, OTHER_ERROR);
            Run run = Run.open(
                    opened, Optional.ofNullable(name).orElseGet(template::defaultName), template, interrupted, again);
            place.warnings()
                    .forEach(warning ->
                            output.err().println("holdfast: " + warning.problem() + "; " + warning.advice()));
            output.err()
                    .println("holdfast: ledger " + place.shown() + ", run "
                            + run.pool().value().substring("run/".length()));
            output.err().flush();
            Path spool = place.spool();
            ResultsFolder own = ResultsFolder.spool(spool);
            ResultsFolder folder = results == null ? own : ResultsFolder.results(results);
            return new Execution(
                            opened,
                            run,
                            template,
                            folder,
                            spool,
                            judgement,
                            concurrency,
                            Optional.ofNullable(timeout),
                            ledger.hint(),
                            output)
                    .run(lines);
        }
    }

    private static String reason(IOException failure) {
        return switch (failure) {
            case java.nio.file.FileAlreadyExistsException exists ->
                exists.getFile() + " is in the way: it is no directory";
            case java.nio.file.AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case java.nio.file.NoSuchFileException missing -> "there is no " + missing.getFile();
            case java.nio.file.FileSystemException other
            when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
