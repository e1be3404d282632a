// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.Instruction;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A program that looks after the attempts in a file until it is killed. Arguments: folder, number of attempts to create. Says
 * {@code creating} when it begins to.
 */
final class ControllerProgram {
    static final AttemptOptions OPTIONS = new AttemptOptions(
            Duration.ofSeconds(2),
            Duration.ofMillis(200),
            Duration.ofMillis(100),
            Duration.ofSeconds(30),
            Duration.ZERO,
            1_000);

    private ControllerProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        try (Ledger ledger = ledger(folder);
                AttemptController controller = AttemptController.start(
                        ledger, new LocalWorld(folder).provisioner(), AttemptOwner.NONE, OPTIONS)) {
            System.out.println("creating");
            System.out.flush();
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                var unused = controller.create(creation(i));
            }
            System.in.transferTo(OutputStream.nullOutputStream()); // until who started it is gone
        }
    }

    static Ledger ledger(Path folder) {
        return SqliteLedger.open(folder.resolve("ledger.db"));
    }

    static AttemptId id(int number) {
        return new AttemptId("a" + number);
    }

    static CreateAttempt creation(int number) {
        return new CreateAttempt(
                new ExecutionOwnerId("owner-" + number),
                id(number),
                Optional.empty(),
                "request",
                Instruction.of("i", "work", "{}"),
                Duration.ofMinutes(10),
                0);
    }

    static Process start(Path folder, int attempts) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ControllerProgram.class.getName(),
                folder.toString(),
                Integer.toString(attempts)));
        Process program = new ProcessBuilder(words)
                .redirectError(folder.resolve("stderr-" + attempts).toFile())
                .start();
        if (program.inputReader().readLine() == null) {
            throw new AssertionError("the program has ended with " + program.waitFor());
        }
        return program;
    }
}
