// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import dev.holdfast.cli.CliException;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.Output;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast torture}. */
@Command(
        name = "torture",
        description = "Find out whether a database keeps what Holdfast promises: workers are killed and paused,"
                + " connections cut, backends terminated, and all that happened is counted. Works in a schema of its"
                + " own, which it drops at the end; the user has to be allowed to create one. Exit status 0 when"
                + " nothing was lost, done twice or written late, else 8.",
        mixinStandardHelpOptions = true)
public final class TortureCommand implements Callable<Integer> {
    @Option(
            names = "--ledger",
            paramLabel = "URL",
            description = "the database: jdbc:postgresql://host/database?user=... (default: HOLDFAST_LEDGER)")
    private Optional<String> url = Optional.empty();

    @Option(names = "--minutes", paramLabel = "N", description = "how long (default: ${DEFAULT-VALUE})")
    private int minutes = 1;

    @Option(names = "--seed", paramLabel = "N", description = "begin the same order of harm again")
    private Optional<Long> seed = Optional.empty();

    @Option(
            names = "--recordings",
            paramLabel = "DIR",
            description =
                    "write what was sent to the ledger, and its decisions, to files here; see 'replay'. Of workers"
                            + " that were killed there is none")
    private Optional<Path> recordings = Optional.empty();

    @Mixin
    private Output output;

    @Override
    public Integer call() throws Exception {
        String ledger = url.or(() -> Optional.ofNullable(System.getenv("HOLDFAST_LEDGER")))
                .orElseThrow(() -> new CliException(ExitCode.USAGE, "name the database by --ledger"));
        long chosen = seed.orElseGet(() -> (long) new SecureRandom().nextInt(Integer.MAX_VALUE));
        Consumer<String> say =
                output.isJson() ? line -> {} : line -> output.err().println(line);
        say.accept("seed " + chosen);
        try (Torture torture = Torture.start(ledger, chosen, recordings, say)) {
            long started = System.nanoTime();
            do {
                torture.round(Plan.USUAL);
            } while (System.nanoTime() - started < Duration.ofMinutes(minutes).toNanos());
            Toll toll = torture.finish();
            toll.unexpected().forEach(say);
            output.print(toll.members());
            return toll.isRight() ? ExitCode.DONE : ExitCode.FINDINGS;
        } catch (SQLException e) {
            throw new CliException(ExitCode.UNAVAILABLE, "the database cannot be used: " + e.getMessage());
        }
    }
}
