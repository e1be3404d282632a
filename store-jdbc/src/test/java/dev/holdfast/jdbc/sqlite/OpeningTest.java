// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.jdbc.Some;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever stands at a path is opened as a ledger or refused with one line that says why and what to do. */
class OpeningTest {
    private static final SqliteOptions EXISTING = SqliteOptions.DEFAULT.withCreate(false);

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ledger.db");
    }

    private static void refused(Path path, Class<? extends RuntimeException> type, String message) {
        refused(path, SqliteOptions.DEFAULT, type, message);
    }

    private static void refused(
            Path path, SqliteOptions options, Class<? extends RuntimeException> type, String message) {
        assertThatThrownBy(() -> SqliteLedger.open(path, options))
                .isInstanceOf(type)
                .hasMessage(message);
    }

    @Test
    void aMissingFileIsMadeForItsOwnerOnly() throws IOException {
        try (Ledger ledger = SqliteLedger.open(file())) {
            Some.define(ledger);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("ledger.db-wal"))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aMissingFileIsNotMadeWhenThatIsNotWanted() {
        refused(file(), EXISTING, LedgerUnavailable.class, "no ledger at " + file() + "; check the name");
        assertThat(file()).doesNotExist();
    }

    @Test
    void aMissingFolder() {
        Path path = folder.resolve("none/ledger.db");
        refused(
                path,
                LedgerUnavailable.class,
                "no folder for " + path + "; make " + folder.resolve("none") + " first, or name another file");
    }

    @Test
    void aFolder() {
        refused(folder, LedgerBroken.class, folder + " is a folder, not a ledger; name a file");
    }

    @Test
    void aTextFile() throws IOException {
        Files.writeString(file(), "To do\n".repeat(1_000));
        refused(file(), LedgerBroken.class, file() + " is not a Holdfast ledger; name another file");
        assertThat(file()).content().startsWith("To do").hasSize(6_000);
    }

    @Test
    void aShortTextFile() throws IOException {
        Files.writeString(file(), "To do");
        refused(file(), LedgerBroken.class, file() + " is not a Holdfast ledger; name another file");
        assertThat(file()).hasContent("To do");
    }

    @Test
    void anEmptyFileIsAsGoodAsNone() throws IOException {
        Files.createFile(file());
        try (Ledger ledger = SqliteLedger.open(file())) {
            assertThat(ledger.ask(new ShowPool(Some.POOL))).isEmpty();
        }
    }

    @Test
    void theDatabaseOfAnotherProgram() throws SQLException {
        Raw.run(file(), "CREATE TABLE song (title TEXT)");
        refused(
                file(),
                LedgerBroken.class,
                file() + " is not a Holdfast ledger but a database of another program; name another file");
        assertThat(Raw.text(file(), "PRAGMA journal_mode")).isEqualTo("delete");
    }

    @Test
    void aLedgerOfANewerProgram() throws SQLException {
        SqliteLedger.open(file()).close();
        Raw.run(file(), "INSERT INTO schema_version (version, name, applied_at) VALUES (99, 'later', 0)");
        assertThatThrownBy(() -> SqliteLedger.open(file()))
                .isInstanceOf(LedgerBroken.class)
                .hasMessageStartingWith(file() + " was written by a newer Holdfast (schema 99; this program knows ")
                .hasMessageEndingWith("); use that one");
    }

    @Test
    void aDamagedLedger() throws IOException {
        SqliteLedger.open(file()).close();
        byte[] bytes = Files.readAllBytes(file());
        java.util.Arrays.fill(bytes, 100, bytes.length, (byte) 0xAB);
        Files.write(file(), bytes);
        assertThatThrownBy(() -> SqliteLedger.open(file()))
                .isInstanceOf(LedgerBroken.class)
                .hasMessageStartingWith(file() + " is damaged (SQLITE_CORRUPT");
    }

    @Test
    void aFileThatMayNotBeWritten() throws IOException {
        assumeFalse(Some.isAlmighty(), "for this user every file may be written");
        SqliteLedger.open(file()).close();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("r--r--r--"));
        refused(
                file(),
                LedgerUnavailable.class,
                file() + " cannot be written; check the permissions of the file and of its folder");
    }

    @Test
    void aFileThatMayNotBeRead() throws IOException {
        assumeFalse(Some.isAlmighty(), "for this user every file may be read");
        SqliteLedger.open(file()).close();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("---------"));
        refused(
                file(),
                LedgerUnavailable.class,
                file() + " cannot be written; check the permissions of the file and of its folder");
    }

    @Test
    void aFolderThatMayNotBeWritten() throws IOException {
        assumeFalse(Some.isAlmighty(), "for this user every folder may be written");
        Path locked = Files.createDirectory(folder.resolve("locked"));
        SqliteLedger.open(locked.resolve("ledger.db")).close();
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            refused(
                    locked.resolve("new.db"),
                    LedgerUnavailable.class,
                    locked.resolve("new.db") + " cannot be made; check the permissions of its folder");
            assertThatThrownBy(() -> SqliteLedger.open(locked.resolve("ledger.db")))
                    .isInstanceOf(LedgerUnavailable.class)
                    .hasMessageContaining("check the permissions of the file and of its folder");
        } finally {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b.db", "what?mode=memory.db", "100%25.db", "#1&2.db", "työ-\uD83D\uDE00.db", ":memory:"})
    void anyName(String name) {
        Path path = folder.resolve(name);
        try (Ledger ledger = SqliteLedger.open(path)) {
            Some.define(ledger);
        }
        assertThat(path).isNotEmptyFile();
        try (Ledger ledger = SqliteLedger.open(path, EXISTING)) {
            assertThat(ledger.ask(new ShowPool(Some.POOL))).isPresent();
        }
    }

    @Test
    void everythingIsThereAgain() {
        try (Ledger ledger = SqliteLedger.open(file())) {
            Some.define(ledger);
            Some.register(ledger);
            Some.submit(ledger, "a", "b", "c");
            Some.succeed(ledger, Some.claim(ledger, 1, 2).getFirst());
        }
        try (Ledger ledger = SqliteLedger.open(file())) {
            assertThat(ledger.ask(new Inspect(Some.work("a"))).orElseThrow().status())
                    .isEqualTo(Status.SUCCEEDED);
            assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().count(Status.CLAIMED))
                    .isOne();
            assertThat(Some.claim(ledger, 2, 9))
                    .extracting(grant -> grant.work())
                    .containsExactly(Some.work("c"));
            assertThat(ledger.submit(Some.claimWork(2, 9)))
                    .as("a request that was answered before is answered again")
                    .isInstanceOf(ClaimDecision.Granted.class);
        }
    }

    @Test
    void aCopyGetsAnEpochOfItsOwn() throws IOException {
        Path copy = folder.resolve("copy.db");
        try (Ledger ledger = SqliteLedger.open(file())) {
            Some.define(ledger);
            Some.register(ledger);
            Some.submit(ledger, "a", "b", "c");
            assertThat(Some.claim(ledger, 1, 1).getFirst().fence()).hasToString("1.1");
        }
        Files.copy(file(), copy);
        try (Ledger ledger = SqliteLedger.open(copy)) {
            assertThat(Some.claim(ledger, 2, 1).getFirst().fence()).hasToString("2.2");
        }
        try (Ledger ledger = SqliteLedger.open(copy)) {
            assertThat(Some.claim(ledger, 3, 1).getFirst().fence()).hasToString("2.3");
        }
    }

    @Test
    void aFileThatIsReplacedWhileItIsOpen() throws IOException {
        try (Ledger ledger = SqliteLedger.open(file())) {
            Some.define(ledger);
            Files.move(file(), folder.resolve("moved.db"), StandardCopyOption.ATOMIC_MOVE);
            assertThatThrownBy(() -> Some.submit(ledger, "a"))
                    .isInstanceOf(LedgerUnavailable.class)
                    .hasMessage(file() + " was replaced or removed while it was open; put it back, then open it again");
        }
    }

    @Test
    void aLedgerThatIsClosed() {
        Ledger ledger = SqliteLedger.open(file());
        Some.define(ledger);
        ledger.close();
        ledger.close();
        assertThatThrownBy(() -> Some.submit(ledger, "a"))
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessage("the ledger is closed");
        assertThatThrownBy(() -> ledger.ask(new ShowPool(Some.POOL)))
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessage("the ledger is closed");
    }
}
