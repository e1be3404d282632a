// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * A small process that outlives the JVM by a moment. It waits for the end of its input, which comes when the JVM closes
 * it or is gone, killed or not; then it ends the postmaster of the data directory and deletes the folder. A hook of the
 * JVM would not run when the JVM is killed, and the server would stay for ever.
 */
final class Caretaker {
    /** The working directory of a postmaster is its data directory: a process id that was reused is not mistaken for it. */
    private static final String SCRIPT = """
        trap '' HUP INT TERM
        cat > /dev/null
        pid=$(head -n 1 "$2/postmaster.pid" 2> /dev/null)
        if [ -n "$pid" ] && [ "$(readlink "/proc/$pid/cwd")" = "$2" ]; then
            kill -QUIT "$pid"
            while kill -0 "$pid" 2> /dev/null; do sleep 0.05; done
        fi
        rm -rf "$1"
        """;

    private final Process process;

    private Caretaker(Process process) {
        this.process = process;
    }

    /** Both paths absolute and without symbolic links. */
    static Caretaker of(Path folder, Path data) {
        try {
            return new Caretaker(new ProcessBuilder("sh", "-c", SCRIPT, "caretaker", folder.toString(), data.toString())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has it do its work now, and waits for it. May be called again. */
    void finish() {
        try {
            process.getOutputStream().close();
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
