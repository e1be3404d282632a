// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.Terminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is put around each command.
 *
 * @param prefix words before the command
 */
record Surroundings(List<String> prefix, Map<String, String> environment) {
    /** Where this program is; the launcher says what the user's locale was before it chose one that can name every file. */
    private static final String USERS_LOCALE = "HOLDFAST_LC_ALL";

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    /**
     * On a terminal commands get a session of their own, so that Ctrl-C reaches the runner, which lets them finish, and
     * not the commands.
     */
    static Surroundings ofThisProcess() {
        boolean apart = Terminal.isInteractive() && Files.isExecutable(SETSID);
        return new Surroundings(
                apart ? List.of(SETSID.toString()) : List.of(),
                Optional.ofNullable(System.getenv(USERS_LOCALE))
                        .map(locale -> Map.of("LC_ALL", locale))
                        .orElse(Map.of()));
    }

    List<String> arguments(List<String> command) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(command);
        return all;
    }
}
