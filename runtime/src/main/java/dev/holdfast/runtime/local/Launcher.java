// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Stands between a provisioner and its command, as a process of its own that outlives whoever started it: a shell that runs
 * one of two fixed texts. The command's words are the text's parameters; no shell ever reads them.
 *
 * <p>What it does, in this order:
 *
 * <ol>
 *   <li>It goes through the <em>door</em>: it makes the file {@code begun}, which must not be there. Of all who try that for an
 *       attempt, however late, one succeeds; whoever is to prove that there will be no allocation makes the file itself.
 *   <li>It runs the command. A signal that asks to end does not end it before the command: somebody has to see how that ends.
 *   <li>It writes the status down, by renaming, so that it is there as a whole or not at all.
 * </ol>
 *
 * <p>A bound one has a pipe from its starter for an input, into which nothing is ever written. When it ends, because the starter
 * ended in whatever way, the command is killed. The parameter 0 is the folder; no variable is used that a command may have.
 */
final class Launcher {
    private static final String DOOR = """
        set -C
        { printf 'begun %s\\n' "$$" >"$0/begun"; } 2>/dev/null || exit 75
        set +C
        trap : HUP INT QUIT TERM
        """;

    private static final String WRITE = """
        trap '' HUP INT QUIT TERM
        printf '%s\\n' "$holdfast_status" >"$0/exit.new" && command -p mv -f "$0/exit.new" "$0/exit"
        exit "$holdfast_status"
        """;

    private static final String MANAGED = DOOR + """
        (exec "$@")
        holdfast_status=$?
        """ + WRITE;

    /** A wait that a signal cut short is no end: as long as the command is there, its status is not known. */
    private static final String BOUND = DOOR + """
        exec 3<&0 0</dev/null
        (exec "$@" 3<&-) &
        holdfast_command=$!
        (read -r holdfast_line <&3; kill -KILL "$holdfast_command") 2>/dev/null &
        holdfast_watch=$!
        exec 3<&-
        while :; do
          wait "$holdfast_command"
          holdfast_status=$?
          kill -0 "$holdfast_command" 2>/dev/null || break
        done
        kill -KILL "$holdfast_watch" 2>/dev/null
        """ + WRITE;

    private Launcher() {}

    static List<String> words(Path folder, boolean bound, List<String> command) {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", bound ? BOUND : MANAGED, folder.toString()));
        words.addAll(command);
        return words;
    }

    static Redirect input(boolean bound) {
        return bound ? Redirect.PIPE : LocalProcesses.NOTHING;
    }
}
