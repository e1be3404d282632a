// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * The output of one unit: {@code NAME.out}, {@code NAME.err} and {@code NAME.status}. A run writes to files that carry its
 * fence, and they get their names when it has ended, the status last. So a status that is there is whole, and a command
 * that outlived its runner writes into a file that nobody looks at.
 */
record UnitFiles(Path folder, String name, WorkId work) {
    static UnitFiles of(Path folder, String ordinal, WorkId work) {
        String id = work.value();
        return new UnitFiles(folder, ordinal + "-" + id.substring(0, Math.min(10, id.length())), work);
    }

    Path out() {
        return folder.resolve(name + ".out");
    }

    Path err() {
        return folder.resolve(name + ".err");
    }

    Path status() {
        return folder.resolve(name + ".status");
    }

    Path out(Fence fence) {
        return folder.resolve(name + ".out." + fence + ".tmp");
    }

    Path err(Fence fence) {
        return folder.resolve(name + ".err." + fence + ".tmp");
    }

    private Path status(Fence fence) {
        return folder.resolve(name + ".status." + fence + ".tmp");
    }

    /** Gives the files of a run their names, unless a later run of the unit already has them; says whether it did. */
    boolean publish(CommandResult result) throws IOException {
        if (published()
                .filter(other -> other.fence().isNewerThan(result.fence()))
                .isPresent()) {
            discard(result.fence());
            return false;
        }
        move(out(result.fence()), out());
        move(err(result.fence()), err());
        Path aside = status(result.fence());
        Files.writeString(aside, result.text());
        move(aside, status());
        return true;
    }

    /** The result of the run with this fence, when it was published. */
    Optional<CommandResult> published(Fence fence) throws IOException {
        return published().filter(result -> result.fence().equals(fence));
    }

    private Optional<CommandResult> published() throws IOException {
        try {
            return CommandResult.parse(Files.readString(status()))
                    .filter(result -> result.work().equals(work));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Deletes what a run that did not get as far as publishing has left. */
    void discard(Fence fence) throws IOException {
        Files.deleteIfExists(status(fence));
        Files.deleteIfExists(out(fence));
        Files.deleteIfExists(err(fence));
    }

    /** Deletes the files of the run with this fence, if they are the ones that are there. */
    void delete(Fence fence) throws IOException {
        if (published(fence).isEmpty()) {
            return;
        }
        Files.deleteIfExists(out());
        Files.deleteIfExists(err());
        Files.deleteIfExists(status());
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            Files.writeString(to, ""); // the command was not started
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
