// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.runtime.spi.ProvisionRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link LocalProvisioner} runs for an attempt.
 *
 * @param arguments program and arguments, handed over as they are: no shell reads them. The program's name does not begin with
 *     a hyphen
 * @param environment added to the environment of this process; names of letters, digits and underscores. Never a secret
 * @param directory empty: the directory of this process
 */
public record LocalCommand(List<String> arguments, Map<String, String> environment, Optional<Path> directory) {
    /** Says what to run. Called on any thread; throws {@link IllegalArgumentException} for what cannot be run. */
    @FunctionalInterface
    public interface Choice {
        LocalCommand of(ProvisionRequest request);
    }

    public LocalCommand {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("there is no program to run");
        }
        if (arguments.getFirst().startsWith("-")) {
            throw new IllegalArgumentException("a program's name does not begin with a hyphen");
        }
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
        environment.keySet().forEach(LocalCommand::checkName);
    }

    public static LocalCommand of(List<String> arguments) {
        return new LocalCommand(arguments, Map.of(), Optional.empty());
    }

    private static void checkName(String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*") || name.equals(ClaimMark.VARIABLE)) {
            throw new IllegalArgumentException("no variable that a command can be given: '" + name + "'");
        }
    }
}
