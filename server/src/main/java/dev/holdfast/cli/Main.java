// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.cli.run.RunCommand;
import dev.holdfast.cli.torture.TortureCommand;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code holdfast} command. */
@Command(
        name = "holdfast",
        description = "A durable work ledger: work is submitted once, run under leases and never lost.",
        subcommands = {
            RunCommand.class,
            WorkCommand.class,
            PoolCommand.class,
            DomainCommand.class,
            ScheduleCommand.class,
            AttemptCommand.class,
            WorkerCommand.class,
            TargetCommand.class,
            AuditCommand.class,
            EventsCommand.class,
            MigrateCommand.class,
            ServeCommand.class,
            DoctorCommand.class,
            BackupCommand.class,
            ExportCommand.class,
            ImportCommand.class,
            RetainCommand.class,
            ReplayCommand.class,
            RecordCommand.class,
            SimulateCommand.class,
            TortureCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Main use: find DIR -type f | holdfast run -j 4 --results out -- sha256sum {}",
            "HOLDFAST_LEDGER names the ledger when --ledger does not.",
            "",
            "Exit status: 0 done, 1 a defect, 2 wrong usage, 3 not found, 4 refused, 5 the ledger is unavailable, 6 it"
                    + " is no ledger or damaged, 7 outcome unknown, 8 doctor or simulate found something. 'run' has its"
                    + " own."
        })
public final class Main extends CommandGroup {
    private Main() {}

    /** Kept, because a logger that nobody keeps forgets its level. */
    private static final Logger OWN_LOG = Logger.getLogger("dev.holdfast");

    private static final Logger DRIVER_LOG = Logger.getLogger("org.postgresql");

    public static void main(String[] arguments) {
        // What the libraries log, the commands say themselves, in words for people.
        OWN_LOG.setLevel(Level.OFF);
        DRIVER_LOG.setLevel(Level.OFF);
        int exit = commandLine().execute(arguments);
        if (System.out.checkError() && exit == ExitCode.DONE) {
            System.err.println("holdfast: standard output cannot be written");
            exit = ExitCode.INTERNAL_ERROR;
        }
        System.exit(exit);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setExecutionExceptionHandler((failure, line, parsed) -> Failures.report(failure, line))
                .setParameterExceptionHandler((failure, arguments) -> Failures.reportUsage(failure));
    }

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"holdfast " + (version == null ? "(development)" : version)};
        }
    }
}
