// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.testkit.postgres.PostgresServer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool by a file, in PostgreSQL. */
class PostgresPoolSetTest {
    private static final PostgresServer SERVER = PostgresServer.shared();

    @TempDir
    Path folder;

    private final String schema = PostgresServer.freshName();
    private Cli cli;

    @BeforeEach
    void setUp() {
        cli = new Cli(folder);
        over("", 0, "migrate");
    }

    @AfterEach
    void dropSchema() {
        SERVER.dropSchema(schema);
    }

    private String over(String input, int exit, String... arguments) {
        String[] all = Stream.concat(
                        Stream.of(arguments), Stream.of("--ledger", PostgresRunTest.url(SERVER), "--schema", schema))
                .toArray(String[]::new);
        Cli.Result run = cli.run(input, all);
        assertThat(run.exit()).as(run.err()).isEqualTo(exit);
        return run.out();
    }

    @Test
    void definesReadsAndRevises() {
        String document =
                "policy: {capacity: {cpu: 8}, domains: {'null': {claims: 2}}, keysFor: 2d, oversized: POISON}";

        assertThat(over(document, 0, "pool", "set", "p", "-f", "-", "--yes"))
                .contains("capacity.cpu: none -> 8", "keysFor: 30d -> 2d")
                .endsWith("defined, revision 1\n")
                .doesNotContain("password");
        String shown = over("", 0, "pool", "show", "p", "--yaml");
        assertThat(over(shown, 0, "pool", "set", "p", "-f", "-")).endsWith("unchanged, revision 1\n");
        assertThat(over("policy: {}", 0, "pool", "set", "p", "-f", "-", "--yes"))
                .contains("domains.null: {claims: 2} -> none")
                .endsWith("revised, revision 2\n");
        assertThat(over("", 0, "pool", "pause", "p", "--reason", "maintenance")).contains("paused");
        assertThat(over("", 0, "pool", "show", "p", "--yaml")).contains("paused: true");
    }
}
