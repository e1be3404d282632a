// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Gives a compiled module-info the class file version of Java 17. Its form has been the same since Java 9, but the jar
 * tool refuses versions newer than itself.
 */
class ModuleInfo {
    private static final int MAJOR_VERSION_AT = 6;
    private static final short JAVA_17 = 61;

    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        byte[] bytes = Files.readAllBytes(file);
        if (ByteBuffer.wrap(bytes).getShort(MAJOR_VERSION_AT) != JAVA_17) {
            ByteBuffer.wrap(bytes).putShort(MAJOR_VERSION_AT, JAVA_17);
            Files.write(file, bytes);
        }
    }
}
