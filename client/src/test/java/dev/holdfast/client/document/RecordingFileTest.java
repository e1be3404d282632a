// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.Recorded;
import dev.holdfast.core.ledger.Recording;
import dev.holdfast.core.ledger.RecordingLedger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.testkit.simulation.Options;
import dev.holdfast.testkit.simulation.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFileTest {
    private static final PoolId POOL = new PoolId("p");
    private static final ClaimSecret SECRET = new ClaimSecret(0x1234567890abcdefL, 0x7766554433221100L);

    @TempDir
    Path folder;

    /** Histories of the simulator have all commands and almost all decisions. */
    @Test
    void whatWasRecordedIsReadAsItWas() throws IOException {
        List<RecordingLedger> ledgers = new ArrayList<>();
        Options options = Options.standard().withLedger(clock -> {
            RecordingLedger ledger = new RecordingLedger(MemoryLedger.create(clock), clock, 100_000);
            ledgers.add(ledger);
            return ledger;
        });
        for (long seed = 1; seed <= 3; seed++) {
            Simulation.run(seed, options);
            Recording recording = ledgers.getLast().recording();
            Path file = folder.resolve("history-" + seed);
            RecordingFile.write(file, recording);
            Recording read = RecordingFile.read(file);
            assertThat(read.authority()).isEqualTo(recording.authority());
            assertThat(read.recorded()).hasSizeGreaterThan(500);
            for (int i = 0; i < recording.recorded().size(); i++) {
                assertSame(recording.recorded().get(i), read.recorded().get(i));
            }
        }
    }

    /** Secrets are not the same, and no text has them. */
    private static void assertSame(Recorded written, Recorded read) {
        assertThat(read.at()).isEqualTo(written.at());
        assertThat(read.decision()).isEqualTo(written.decision());
        boolean hasSecret = written.command() instanceof ClaimWork
                || written.command() instanceof Begin
                || written.command() instanceof Settle;
        if (hasSecret) {
            assertThat(read.command()).hasToString(written.command().toString());
        } else {
            assertThat(read.command()).isEqualTo(written.command());
        }
    }

    @Test
    void secretsAreNotInTheFileAndEqualOnesStayEqual() throws IOException {
        try (RecordingLedger ledger = recorder(9)) {
            claim(ledger, 1, SECRET);
            claim(ledger, 2, SECRET);
            claim(ledger, 3, new ClaimSecret(1, 2));
            Path file = folder.resolve("recording");
            RecordingFile.write(file, ledger.recording());
            assertThat(Files.readString(file))
                    .doesNotContain(SECRET.text())
                    .doesNotContain(SECRET.digest().toString());
            List<ClaimSecret> secrets = RecordingFile.read(file).recorded().stream()
                    .map(each -> ((ClaimWork) each.command()).secret())
                    .toList();
            assertThat(secrets.get(0))
                    .isEqualTo(secrets.get(1))
                    .isNotEqualTo(SECRET)
                    .isNotEqualTo(secrets.get(2));
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
    }

    private static void claim(Ledger ledger, int number, ClaimSecret secret) {
        ledger.submit(new ClaimWork(POOL, new WorkerId("w"), new RequestId(0, 1, number), secret, 1));
    }

    private static RecordingLedger recorder(int capacity) {
        return new RecordingLedger(MemoryLedger.create(() -> new Moment(1_000)), () -> new Moment(2_000), capacity);
    }

    @Test
    void remembersTheNewestAndSaysHowManyItForgot() throws IOException {
        try (RecordingLedger ledger = recorder(3)) {
            ledger.submit(new PausePool(POOL, true, "ann", "later"));
            ledger.submit(new DefinePool(POOL, PoolPolicy.DEFAULT));
            ledger.submitAll(List.of(submit("a"), submit("b"), submit("a")));
            Recording recording = ledger.recording();
            assertThat(recording.forgotten()).isEqualTo(2);
            assertThat(recording.recorded())
                    .extracting(Recorded::command)
                    .containsExactly(submit("a"), submit("b"), submit("a"));
            assertThat(recording.recorded()).extracting(Recorded::at).containsOnly(new Moment(2_000));
            Path file = folder.resolve("recording");
            RecordingFile.write(file, recording);
            assertThat(RecordingFile.read(file)).isEqualTo(recording);
        }
    }

    private static Submit submit(String key) {
        return new Submit(POOL, Submission.of("mail", new IdempotencyKey(key)).build());
    }

    @Test
    void aCommandWithoutAnAnswerIsRecordedWithoutADecision() throws IOException {
        Ledger stopped = MemoryLedger.create(() -> {
            throw new IllegalStateException("no clock");
        });
        DefinePool define = new DefinePool(POOL, PoolPolicy.DEFAULT);
        try (RecordingLedger ledger = new RecordingLedger(stopped, () -> new Moment(2_000), 5)) {
            assertThatThrownBy(() -> ledger.submit(define)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> ledger.submitAll(List.of(define))).isInstanceOf(IllegalStateException.class);
            Path file = folder.resolve("recording");
            RecordingFile.write(file, ledger.recording());
            assertThat(RecordingFile.read(file).recorded())
                    .hasSize(2)
                    .allMatch(each -> each.decision().isEmpty());
        }
    }

    @Test
    void whatIsNoRecordingIsRefusedWithItsPlace() throws IOException {
        Path file = folder.resolve("recording");
        try (RecordingLedger ledger = recorder(3)) {
            assertThat(ledger.submit(new PausePool(POOL, true, "ann", "later"))).isInstanceOf(PoolUnknown.class);
            RecordingFile.write(file, ledger.recording());
        }
        String text = Files.readString(file);
        assertRefused(file, text.replace("recording/v1", "recording/v9"), "holdfast-recording/v9");
        assertRefused(file, text.replace("\"PausePool\"", "\"Claim\""), "there is no command 'Claim'");
        assertRefused(file, text.replace("\"PausePool\"", "\"java.lang.String\""), "there is no command");
        assertRefused(file, text.replace("\"reason\"", "\"because\""), "because");
        assertRefused(file, text.substring(0, text.length() - 9), "recording");
    }

    private static void assertRefused(Path file, String text, String why) throws IOException {
        Files.writeString(file, text);
        assertThatThrownBy(() -> RecordingFile.read(file))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining(why);
    }
}
