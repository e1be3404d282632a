// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.jdbc.sqlite.SqliteMaintenance;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code holdfast backup}: a file is copied; for a database the server has better means, which are named. */
@Command(
        name = "backup",
        description = "Copy a ledger in a file while it is in use; for one in PostgreSQL, say how that is done.",
        mixinStandardHelpOptions = true)
final class BackupCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TARGET", arity = "0..1", description = "the copy; a file that does not exist")
    private Path target;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        switch (ledger.place()) {
            case LedgerPlace.InFile(var file) -> copy(file);
            case LedgerPlace.InDatabase database ->
                advice(database.schema()).forEach(line -> output.out().println(line));
            case LedgerPlace.AtServer server -> throw server.elsewhere("backup");
        }
        return ExitCode.DONE;
    }

    private void copy(Path file) {
        if (target == null) {
            throw new CliException(
                    ExitCode.USAGE, "name the copy, such as: holdfast backup" + ledger.hint() + " copy.db");
        }
        SqliteMaintenance.backup(file, target);
        output.out().println(target + " is a copy of " + file);
    }

    private static List<String> advice(String schema) {
        return List.of(
                "The whole server, with every commit up to the last moment (best): base backups and archived WAL",
                "  pg_basebackup, or a tool that uses it",
                "This ledger alone, as of one moment:",
                "  pg_dump --format=custom --schema=" + schema + " --file=ledger.dump DATABASE",
                "  pg_restore --exit-on-error --dbname=OTHER_DATABASE ledger.dump",
                "  holdfast doctor --ledger jdbc:postgresql://HOST/OTHER_DATABASE",
                "A restored ledger may have forgotten grants. It notices when it is first opened: its epoch rises, so"
                        + " that",
                "every new fence is larger than every old one, and whoever guards an effect by the fence refuses"
                        + " holders",
                "from before.");
    }
}
