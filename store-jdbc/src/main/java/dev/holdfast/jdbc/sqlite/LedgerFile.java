// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * The file of a ledger, as its user named it. It is opened through SQLite only: reading it in another way would drop
 * SQLite's locks in this process.
 */
record LedgerFile(Path shown, Path absolute) {
    static LedgerFile of(Path file) {
        return new LedgerFile(file, file.toAbsolutePath());
    }

    /** Checks what stands there, and makes an empty file, that only its owner can read, where nothing does. */
    void prepare(boolean create) {
        if (Files.isDirectory(absolute)) {
            throw new LedgerBroken(shown + " is a folder, not a ledger; name a file");
        }
        if (Files.exists(absolute)) {
            return;
        }
        if (!create) {
            throw new LedgerUnavailable("no ledger at " + shown + "; check the name");
        }
        if (absolute.getParent() != null && !Files.isDirectory(absolute.getParent())) {
            throw new LedgerUnavailable(
                    "no folder for " + shown + "; make " + absolute.getParent() + " first, or name another file");
        }
        try {
            makeEmpty();
        } catch (FileAlreadyExistsException e) {
            // another process made it a moment ago
        } catch (IOException e) {
            throw new LedgerUnavailable(shown + " cannot be made; check the permissions of its folder", e);
        }
    }

    private void makeEmpty() throws IOException {
        if (absolute.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    absolute, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(absolute);
        }
    }

    /** SQLite would open a file that may not be written all the same, and fail much later. */
    void checkWritable() {
        if (!Files.isWritable(absolute)) {
            throw new LedgerUnavailable(
                    shown + " cannot be written; check the permissions of the file and of its folder");
        }
    }

    /** A plain connection; it waits up to {@code busyMillis} for locks. */
    Connection connect(boolean writable, int busyMillis) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        if (!writable) {
            config.setReadOnly(true);
        }
        config.setBusyTimeout(busyMillis);
        config.setGetGeneratedKeys(false); // it would parse every statement to find inserts
        Connection connection = config.createConnection("jdbc:sqlite:" + uri());
        // This driver looks for an open transaction before every statement while it believes in auto-commit. Tell it
        // otherwise, and end the transaction that it begins for that; BEGIN and COMMIT are ours.
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("COMMIT");
        }
        return connection;
    }

    /** As a URI, because the driver would take what follows a question mark for settings. */
    private String uri() {
        String path = URLEncoder.encode(absolute.toString(), StandardCharsets.UTF_8);
        return "file:" + path.replace("+", "%20").replace("%2F", "/");
    }
}
