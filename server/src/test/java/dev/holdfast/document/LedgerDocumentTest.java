// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.document.DocumentException;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.jdbc.postgres.PostgresConnections;
import dev.holdfast.jdbc.postgres.PostgresLedger;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.jdbc.postgres.PostgresSchema;
import dev.holdfast.jdbc.postgres.PostgresUrl;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.jdbc.sqlite.SqliteOptions;
import dev.holdfast.testkit.ManualClock;
import dev.holdfast.testkit.equivalence.Candidate;
import dev.holdfast.testkit.equivalence.RestoredTwins;
import dev.holdfast.testkit.postgres.PostgresServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LedgerDocumentTest {
    private static final int COMMANDS = 300;
    private static final PostgresServer SERVER = PostgresServer.shared();
    private static final PostgresConnections CONNECTIONS =
            PostgresConnections.of(PostgresUrl.of("jdbc:postgresql://" + SERVER.host() + ":" + SERVER.port() + "/"
                    + SERVER.database() + "?user=" + SERVER.user() + "&password=" + SERVER.password()));
    private static final List<String> SCHEMAS = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterAll
    static void dropSchemas() {
        CONNECTIONS.close();
        SCHEMAS.forEach(SERVER::dropSchema);
    }

    static List<Long> seeds() {
        return LongStream.rangeClosed(1, Long.getLong("holdfast.documents", 6))
                .boxed()
                .toList();
    }

    static byte[] write(Iterable<Captured> parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (LedgerDocument.Writer writer = new LedgerDocument.Writer(bytes)) {
            parts.forEach(writer);
            writer.complete();
        }
        return bytes.toByteArray();
    }

    static List<Captured> read(byte[] document) {
        List<Captured> parts = new ArrayList<>();
        LedgerDocument.read("ledger.json", new ByteArrayInputStream(document)).forEachRemaining(parts::add);
        return parts;
    }

    private static byte[] export(Ledger ledger) {
        List<Captured> parts = new ArrayList<>();
        ledger.capture(parts::add);
        return write(parts);
    }

    private static String butForTheEpoch(byte[] document) {
        return new String(document, StandardCharsets.UTF_8).replaceFirst("\"epoch\":[0-9]+", "");
    }

    private List<Ledger> empty() {
        String schema = PostgresServer.freshName();
        SCHEMAS.add(schema);
        PostgresSchema.ensureCreated(CONNECTIONS.source(), schema);
        ManualClock clock = new ManualClock();
        return List.of(
                MemoryLedger.create(clock),
                SqliteLedger.open(
                        folder.resolve(schema + ".db"),
                        SqliteOptions.DEFAULT.withClock(clock).withSynchronous(SqliteOptions.Synchronous.NORMAL)),
                PostgresLedger.open(
                        CONNECTIONS.source(),
                        PostgresOptions.DEFAULT
                                .withSchema(schema)
                                .withClock(clock)
                                .withNotifications(false)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsWrittenIsReadAsTheSame(long seed) {
        try (RestoredTwins history = new RestoredTwins(seed, COMMANDS, Candidate.of("memory", MemoryLedger::create))) {
            byte[] document = write(history.parts());

            assertThat(read(document)).isEqualTo(history.parts());
            assertThat(write(read(document))).isEqualTo(document);
        }
    }

    /** Through all stores and back: memory, file, database, memory. */
    @ParameterizedTest
    @MethodSource("seeds")
    void exportAndImportInAllStoresGiveOneDocument(long seed) {
        try (RestoredTwins history = new RestoredTwins(seed, COMMANDS, Candidate.of("memory", MemoryLedger::create))) {
            byte[] first = write(history.parts());
            byte[] last = first;
            List<Ledger> ledgers = empty();
            for (Ledger ledger : ledgers) {
                ledger.restore(LedgerDocument.read("ledger.json", new ByteArrayInputStream(last)), true);
                last = export(ledger);

                assertThat(butForTheEpoch(last)).isEqualTo(butForTheEpoch(first));
            }
            assertThat(last).isNotEqualTo(first);
            try (Ledger memory = MemoryLedger.create(new ManualClock())) {
                memory.restore(LedgerDocument.read("ledger.json", new ByteArrayInputStream(last)), true);
                assertThat(butForTheEpoch(export(memory))).isEqualTo(butForTheEpoch(first));
            }
            ledgers.forEach(Ledger::close);
        }
    }

    @Test
    void anEmptyLedgerIsADocumentToo() {
        try (Ledger memory = MemoryLedger.create(new ManualClock())) {
            assertThat(new String(export(memory), StandardCharsets.UTF_8)).isEqualTo("""
                {"format":"holdfast-ledger/v1","authority":"main","epoch":1
                ,"domains":[]
                ,"pools":[]
                ,"workers":[]
                ,"keys":[]
                ,"lanes":[]
                ,"units":[]
                ,"slots":[]
                ,"schedules":[]
                ,"attempts":[]
                ,"audit":[]
                ,"amounts":[]}
                """);
            assertThat(read(export(memory))).hasSize(1);
        }
    }

    @Test
    void aDocumentFromBeforeThereWereAttemptsHasNone() {
        String document = new String(small(), StandardCharsets.UTF_8);
        String older = document.replace("\n,\"attempts\":[]", "");

        assertThat(older).isNotEqualTo(document);
        assertThat(read(older.getBytes(StandardCharsets.UTF_8))).isEqualTo(read(small()));
    }

    /** What is changed in a document of one pool and one worker, and what is said about it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        ledger/v1              | ledger/v2                    | reads holdfast-ledger/v1
        "epoch":1              | "epoch":0                    | an epoch is 1 to 32767
        "epoch":1              | "epoch":1,"more":1           | the member 'domains'
        "workers"              | "worker"                     | the member 'workers'
        "paused":false         | "paused":"no"                | true or false
        "paused":false         | "paused":false,"stopped":1   | there is no member 'stopped' of Pool
        "paused":false,        | ``                           | the member 'paused' is missing
        "paused":false         | "paused":false,"paused":true | Duplicate
        "maxAttempts":3        | "maxAttempts":0              | maxAttempts is at least 1
        "maxAttempts":3        | "maxAttempts":5000000000     | too large
        "maxAttempts":3        | "maxAttempts":"5"            | VALUE_NUMBER_INT
        "PT5S"                 | "5s"                         | is no duration
        "RETAIN"               | "KEEP"                       | there is no Oversized 'KEEP'
        "slots":[]             | "slots":[                    | this is no JSON
        "amounts":[]}          | "amounts":[]} {}             | behind the end
        """)
    void whatIsNoSuchDocumentIsRefused(String from, String to, String reason) {
        String document = new String(small(), StandardCharsets.UTF_8);
        assertThat(document).contains(from.strip());
        String changed = document.replace(from.strip(), to.strip());

        assertThatThrownBy(() -> read(changed.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(DocumentException.class)
                .hasMessageStartingWith("ledger.json:")
                .hasMessageContaining(reason.strip());
    }

    private static byte[] small() {
        try (RestoredTwins history = new RestoredTwins(1, 3, Candidate.of("memory", MemoryLedger::create))) {
            return write(history.parts());
        }
    }

    /** A document of an older program: whoever changes the form has to read this one still, or to name another version. */
    @Test
    void theFormHasNotChanged() throws Exception {
        try (var in = LedgerDocumentTest.class.getResourceAsStream("ledger-v1.json")) {
            byte[] kept = java.util.Objects.requireNonNull(in).readAllBytes();
            assertThat(new String(write(read(kept)), StandardCharsets.UTF_8))
                    .isEqualTo(new String(kept, StandardCharsets.UTF_8));
        }
    }
}
