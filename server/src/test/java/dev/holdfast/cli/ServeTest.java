// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast serve}, and the commands that are about a ledger behind it. */
class ServeTest {
    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void aFolder() {
        cli = new Cli(folder);
    }

    @Test
    void aRunGoesThroughAServer() throws Exception {
        Cli.Running server = cli.start(new byte[0], "serve", "--port", "0");
        String address = address(server);

        Cli.Result run = cli.run("a\nb\n", "run", "--ledger", address, "--", "echo", "it is {}");
        Cli.Result list = cli.run("", "pool", "list", "--ledger", address, "--json");
        Cli.Result doctor = cli.run("", "doctor", "--ledger", address);

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out().lines()).containsExactlyInAnyOrder("it is a", "it is b");
        assertThat(list.out()).contains("\"ended\":2");
        assertThat(doctor.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(doctor.err()).contains("'doctor' works on the machine of the server");
        server.signal("TERM");
        server.await();
        assertThat(cli.run("", "doctor").exit()).isZero();
        assertThat(cli.run("", "pool", "list", "--ledger", address).exit()).isEqualTo(ExitCode.UNAVAILABLE);
    }

    @Test
    void aTokenIsNeededWhereThereIsOne() throws Exception {
        Files.writeString(folder.resolve("token"), "a-token-nobody-guesses\n");
        Cli.Running server = cli.start(new byte[0], "serve", "--port", "0", "--token-file", "token");
        String address = address(server);

        Cli.Result without = cli.run("", "pool", "list", "--ledger", address);
        Cli.Result with = cli.start(
                        Map.of("HOLDFAST_TOKEN", "a-token-nobody-guesses"),
                        new byte[0],
                        "pool",
                        "list",
                        "--ledger",
                        address)
                .await();
        server.kill();

        assertThat(without.exit()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(without.err()).contains("no token, or one that is not known");
        assertThat(with.exit()).as(with.err()).isZero();
    }

    @Test
    void withoutATokenItListensToThisMachineOnly() {
        Cli.Result everywhere = cli.run("", "serve", "--host", "0.0.0.0");

        assertThat(everywhere.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(everywhere.err()).contains("--token-file");
        assertThat(folder.resolve("holdfast.db")).doesNotExist();
    }

    @Test
    void aShortTokenIsNone() throws IOException {
        Files.writeString(folder.resolve("token"), "short");

        Cli.Result served = cli.run("", "serve", "--token-file", "token");

        assertThat(served.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(served.err()).contains("at least 16 characters");
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        Cli.Running server = cli.start(new byte[0], "serve", "--port", "0");
        String port = address(server).replaceAll(".*:", "");

        Cli.Result second = cli.run("", "serve", "--port", port);
        server.kill();

        assertThat(second.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(second.err()).contains("port " + port);
    }

    private static String address(Cli.Running server) {
        Cli.until("it listens", () -> said(server).contains("http://"));
        return said(server).replaceAll("(?s).*(http://\\S+).*", "$1");
    }

    private static String said(Cli.Running server) {
        try {
            return Files.readString(server.out());
        } catch (IOException e) {
            return "";
        }
    }
}
