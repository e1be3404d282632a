// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs the command in a process of its own, as a user does, from the classes of this build. */
final class Cli {
    /** How long anything may take before a test gives up on it; nothing depends on how long it really takes. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final Path folder;

    Cli(Path folder) {
        this.folder = folder;
    }

    /** What a command said and how it ended. */
    record Result(int exit, String out, String err) {}

    Result run(byte[] input, String... arguments) {
        try {
            Running running = start(input, arguments);
            return running.await();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Result run(String input, String... arguments) {
        return run(input.getBytes(StandardCharsets.UTF_8), arguments);
    }

    Running start(byte[] input, String... arguments) throws IOException {
        return start(Map.of(), input, arguments);
    }

    Running start(Map<String, String> environment, byte[] input, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder, "stdout", ".txt");
        Path err = Files.createTempFile(folder, "stderr", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("HOLDFAST_LEDGER");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input);
        } catch (IOException e) {
            // It ended without reading: what it said about that is what the test looks at.
        }
        return new Running(process, out, err);
    }

    /** A command that runs. */
    record Running(Process process, Path out, Path err) {
        Result await() {
            try {
                if (!process.waitFor(PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError("did not end; it said:\n" + Files.readString(err));
                }
                return new Result(process.exitValue(), read(out), read(err));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** KILL, the signal that nothing can answer. */
        void kill() throws InterruptedException {
            process.destroyForcibly();
            process.waitFor();
        }

        void signal(String name) throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }

        /** What it has said so far. */
        String said() {
            return read(err);
        }

        private static String read(Path file) {
            try {
                return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Whether a process still runs; one that has ended and was not collected by its parent does not. */
    static boolean runs(ProcessHandle process) {
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        try {
            return process.isAlive()
                    && !(Files.exists(stat) && Files.readString(stat).matches("(?s).*\\) Z .*"));
        } catch (IOException e) {
            return false; // it ended between the two looks
        }
    }

    /** Waits for something that will happen. */
    static void until(String what, BooleanSupplier condition) {
        long from = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - from > PATIENCE_NANOS) {
                throw new AssertionError("never happened: " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
