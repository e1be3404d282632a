// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.Some;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What a second process does with the same file: either both, submitting and working, or writing until it is killed. */
final class OtherProcess {
    private OtherProcess() {}

    static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                OtherProcess.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Arguments: what to do, the file, a name, how much. */
    public static void main(String[] arguments) {
        try (Ledger ledger = SqliteLedger.open(Path.of(arguments[1]))) {
            switch (arguments[0]) {
                case "work" -> work(ledger, arguments[2], Integer.parseInt(arguments[3]), System.out::println);
                case "write" -> write(ledger, arguments[2]);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /** Submits units, claims whatever is there, settles it, and tells the id of each unit that it settled. */
    static void work(Ledger ledger, String name, int units, Consumer<WorkId> settled) {
        Some.define(ledger);
        WorkerId worker = new WorkerId(name);
        ledger.submit(new RegisterWorker(WorkerOffer.of(worker, Set.of(Some.POOL), Set.of("job"), 100)));
        ClaimSecret secret = new ClaimSecret(name.hashCode(), 3);
        for (int i = 0; i < units; i++) {
            Some.submit(ledger, name + i, "shared" + i);
            ClaimDecision decision =
                    ledger.submit(new ClaimWork(Some.POOL, worker, new RequestId(0, name.hashCode(), i), secret, 3));
            if (decision instanceof ClaimDecision.Granted granted) {
                for (Grant grant : granted.grants()) {
                    ledger.submit(
                            new Settle(grant.work(), grant.fence(), secret, new Answer.Succeeded(Payload.text(name))));
                    settled.accept(grant.work());
                }
            }
        }
    }

    /** Submits one unit after the other and prints the key of each once it is acknowledged. Never ends by itself. */
    private static void write(Ledger ledger, String name) {
        Some.define(ledger);
        for (long i = 0; ; i++) {
            Some.submit(ledger, name + "-" + i);
            System.out.println(name + "-" + i);
        }
    }
}
