// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.ledger.LedgerUnavailable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

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
            return new FileIdentity(
                    attributes.get("dev").toString(), attributes.get("ino").toString(), MACHINE);
        } catch (IOException e) {
            throw gone(file, e);
        }
    }

    static LedgerUnavailable gone(LedgerFile file, IOException cause) {
        return new LedgerUnavailable(
                file.shown() + " was replaced or removed while it was open; put it back, then open it again", cause);
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
