// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.postgres.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {
    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
    }

    private static String withoutEpoch(String document) {
        return document.replaceFirst("\"epoch\":[0-9]+", "");
    }

    @Test
    void aLedgerGoesIntoADatabaseAndBack() throws Exception {
        PostgresServer server = PostgresServer.shared();
        String schema = PostgresServer.freshName();
        String url = PostgresRunTest.url(server);
        try {
            assertThat(cli.run("a\nb\nc\n", "run", "--", "printf", "<%s>", "{}").exit())
                    .isZero();
            Cli.Result export = cli.run("", "export");
            assertThat(export.exit()).as(export.err()).isZero();
            assertThat(export.out())
                    .startsWith("{\"format\":\"holdfast-ledger/v1\",\"authority\":\"main\",\"epoch\":1\n");
            Files.writeString(folder.resolve("one.json"), export.out());

            assertThat(cli.run("", "migrate", "--ledger", url, "--schema", schema)
                            .exit())
                    .isZero();
            Cli.Result imported = cli.run("", "import", "one.json", "--ledger", url, "--schema", schema, "--json");
            assertThat(imported.exit()).as(imported.err()).isZero();
            assertThat(imported.out()).contains("\"pools\":1", "\"units\":3", "\"lost\":0", "\"epoch\":2");
            assertThat(cli.run("", "doctor", "--ledger", url, "--schema", schema)
                            .out())
                    .contains("is sound");

            assertThat(cli.run("", "export", "two.json", "--ledger", url, "--schema", schema)
                            .exit())
                    .isZero();
            String two = Files.readString(folder.resolve("two.json"));
            assertThat(withoutEpoch(two)).isEqualTo(withoutEpoch(export.out()));
            assertThat(cli.run(two, "import", "-", "--ledger", "back.db").exit())
                    .isZero();
            assertThat(cli.run("", "pool", "list", "--ledger", "back.db", "--json")
                            .out())
                    .contains("\"ended\":3");
            assertThat(cli.run("", "doctor", "--ledger", "back.db").exit()).isZero();
        } finally {
            server.dropSchema(schema);
        }
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        assertThat(cli.run("a\n", "run", "--", "true").exit()).isZero();
        assertThat(cli.run("", "export", "one.json").exit()).isZero();

        Cli.Result again = cli.run("", "export", "one.json");
        assertThat(again.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(again.err()).contains("one.json exists");
        Cli.Result full = cli.run("", "import", "one.json");
        assertThat(full.exit()).isEqualTo(ExitCode.REFUSED);
        assertThat(full.err()).contains("into an empty one");
        Cli.Result missing = cli.run("", "import", "two.json", "--ledger", "x.db");
        assertThat(missing.exit()).isEqualTo(ExitCode.USAGE);
        Files.writeString(
                folder.resolve("cut.json"),
                Files.readString(folder.resolve("one.json")).replace("]}\n", ""));
        Cli.Result cut = cli.run("", "import", "cut.json", "--ledger", "y.db");
        assertThat(cut.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(cut.err().lines().toList()).hasSize(1);
        assertThat(cut.err()).contains("cut.json:");
        assertThat(cli.run("", "pool", "list", "--ledger", "y.db", "--json")
                        .out()
                        .strip())
                .isEqualTo("[]");
    }
}
