// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets, as an operator asks about them. */
class TargetCommandTest {
    @TempDir
    Path folder;

    private Cli.Result validate(String... more) {
        String[] command = new String[2 + more.length];
        command[0] = "target";
        command[1] = "validate";
        System.arraycopy(more, 0, command, 2, more.length);
        return new Cli(folder).run("", command);
    }

    @Test
    void listsWhatItKnows() {
        Cli.Result list = new Cli(folder).run("", "target", "list");

        assertThat(list.exit()).isZero();
        assertThat(list.out().lines().map(line -> line.split(" ", 2)[0]))
                .containsExactly(
                        "target",
                        "azure-app-service/1",
                        "orleans/1",
                        "akka-net/1",
                        "kubernetes/1",
                        "azure-functions/1");
    }

    @Test
    void aTargetThatKeepsAllSaysSo() {
        Cli.Result fits = validate("kubernetes", "--affinity", "here");

        assertThat(fits.exit()).isZero();
        assertThat(fits.out()).isEqualToIgnoringNewLines("kubernetes/1 keeps all of it");
        assertThat(validate("azure-functions", "--max-execution", "5m", "--run-limit", "5m", "--json")
                        .out())
                .isEqualToIgnoringNewLines("[]");
    }

    @Test
    void aTargetThatCannotIsRefusedWithItsReasons() {
        Cli.Result refused =
                validate("azure-functions", "--max-execution", "5m", "--run-limit", "10m", "--affinity", "here");

        assertThat(refused.exit()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.out().lines().skip(1))
                .anyMatch(line -> line.matches("target-affinity-unavailable +/requirements/affinity +here +none"))
                .anyMatch(line ->
                        line.matches("target-execution-duration-exceeded +/requirements/runLimit +PT10M +at most PT5M"))
                .hasSize(2);
    }

    @Test
    void whatTheLedgerLacksIsAReason() {
        assertThat(validate("orleans", "--memory").out()).contains("/capabilities/durable");
        assertThat(validate("orleans", "--processes").out()).contains("/capabilities/atomic-process-commit");
    }

    @Test
    void wrongWordsAreTold() {
        assertThat(validate("mars").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(validate("orleans", "--max-execution", "0s").exit()).isEqualTo(ExitCode.USAGE);
        assertThat(validate("orleans", "--guarantee", "reconciled").exit()).isEqualTo(ExitCode.USAGE);
    }
}
