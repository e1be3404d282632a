// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.LedgerUnavailable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Which file on which machine this is. A ledger that finds itself in another file than the one it was written in is a
 * copy, and may have lost commits that the original had.
 */
record FileIdentity(String device, String inode, String machine) {
    private static final Path MACHINE_ID = Path.of("/etc/machine-id");
    private static final String MACHINE = machineName();

    static FileIdentity of(LedgerFile file) {
        try {
            if (!file.absolute().getFileSystem().supportedFileAttributeViews().contains("unix")) {
                return new FileIdentity("", "", MACHINE);
            }
            Map<String, Object> attributes = Files.readAttributes(file.absolute(), "unix:dev,ino");
            return new FileIdentity(text(attributes, "dev"), text(attributes, "ino"), MACHINE);
        } catch (IOException e) {
            throw new LedgerUnavailable(whatIsGone(file), e);
        }
    }

    static LedgerUnavailable gone(LedgerFile file) {
        return new LedgerUnavailable(whatIsGone(file));
    }

    private static String whatIsGone(LedgerFile file) {
        return file.shown() + " was replaced or removed while it was open; put it back, then open it again";
    }

    /** An attribute that was asked for, which is there then. */
    private static String text(Map<String, Object> attributes, String name) {
        return Objects.requireNonNull(attributes.get(name)).toString();
    }

    private static String machineName() {
        try {
            if (Files.isReadable(MACHINE_ID)) {
                return Files.readString(MACHINE_ID).strip();
            }
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
