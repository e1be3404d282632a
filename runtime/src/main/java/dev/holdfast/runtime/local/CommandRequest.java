// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to run for a claim, see {@link LocalProcesses}.
 *
 * @param arguments program and arguments, handed over as they are: no shell reads them
 * @param environment added to the environment of this process; the mark is added when it starts
 * @param directory empty: the directory of this process
 * @param stdout file for the standard output, created or emptied
 * @param stderr file for the standard error, created or emptied
 */
public record CommandRequest(
        ClaimMark mark,
        List<String> arguments,
        Map<String, String> environment,
        Optional<Path> directory,
        Path stdout,
        Path stderr) {
    public CommandRequest {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("there is no program to run");
        }
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    public static CommandRequest of(ClaimMark mark, List<String> arguments, Path stdout, Path stderr) {
        return new CommandRequest(mark, arguments, Map.of(), Optional.empty(), stdout, stderr);
    }
}
