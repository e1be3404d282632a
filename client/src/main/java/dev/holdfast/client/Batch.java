// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client;

import dev.holdfast.client.wire.Wire;
import dev.holdfast.core.Command;
import java.util.ArrayList;
import java.util.List;

/** Commands that go into one request, in their order. */
final class Batch {
    /** What stands around the commands of a request. */
    private static final int FRAME = 64;

    private final List<Command<?>> commands = new ArrayList<>();
    private final List<byte[]> written = new ArrayList<>();
    private int bytes = FRAME;

    /** One command always has room: what is too large alone, the server refuses by name. */
    boolean hasRoomFor(byte[] command) {
        return isEmpty() || (commands.size() < Wire.MAX_COMMANDS && bytes + command.length + 1 <= Wire.MAX_REQUEST);
    }

    void add(Command<?> command, byte[] bytesOfIt) {
        commands.add(command);
        written.add(bytesOfIt);
        bytes += bytesOfIt.length + 1;
    }

    boolean isEmpty() {
        return commands.isEmpty();
    }

    List<Command<?>> commands() {
        return commands;
    }

    byte[] body() {
        return Wire.commands(written);
    }
}
