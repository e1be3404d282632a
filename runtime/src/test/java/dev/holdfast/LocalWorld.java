// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.runtime.local.LocalCommand;
import dev.holdfast.runtime.local.LocalProvisioner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Real commands, each of which writes a line and then runs until it is ended or let go; and what runs of them, counted by mark. */
final class LocalWorld {
    private final Path spool;
    private final Path gate;

    LocalWorld(Path folder) {
        this.spool = folder.resolve("spool");
        this.gate = folder.resolve("gate");
    }

    /** Another one for each life, over the same spool. */
    LocalProvisioner provisioner() throws IOException {
        return new LocalProvisioner(
                new ProviderId("local"),
                Lifetime.PROVIDER_MANAGED,
                spool,
                request -> LocalCommand.of(List.of(
                        "/bin/sh",
                        "-c",
                        "echo here; while ! [ -e \"$0\" ]; do sleep 1; done; exit 9",
                        gate.toString())),
                Duration.ofSeconds(20));
    }

    /** All commands end by themselves soon. */
    void openGate() throws IOException {
        if (!Files.exists(gate)) {
            Files.createFile(gate);
        }
    }

    /** How often the command of an attempt was begun. */
    int begun(AttemptId attempt) throws IOException {
        Path out = provisioner().result(attempt).stdout();
        return Files.exists(out) ? Files.readAllLines(out).size() : 0;
    }

    /** How many commands of {@link ControllerProgram} were begun. */
    int begunOf(int attempts) {
        try {
            int sum = 0;
            for (int i = 0; i < attempts; i++) {
                sum += begun(ControllerProgram.id(i));
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many processes run and carry a mark of this spool. */
    int running() throws IOException {
        return marked().size();
    }

    /** The numbers of the launchers that are through their doors and run. */
    List<Long> launchers() throws IOException {
        try (Stream<Path> attempts = Files.list(spool)) {
            return attempts.map(attempt -> read(attempt, "begun").strip())
                    .filter(begun -> begun.startsWith("begun "))
                    .map(begun -> Long.parseLong(begun.substring("begun ".length())))
                    .filter(pid ->
                            ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent())
                    .sorted()
                    .toList();
        }
    }

    private List<Path> marked() throws IOException {
        String mark = "HOLDFAST_CLAIM=attempt/" + provisioner().labels().get("spool") + "/";
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(process -> process.getFileName().toString().matches("\\d+"))
                    .filter(process -> read(process, "environ").contains(mark))
                    .toList();
        }
    }

    private static String read(Path process, String file) {
        try {
            return Files.readString(process.resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has ended, or is somebody else's
        }
    }
}
