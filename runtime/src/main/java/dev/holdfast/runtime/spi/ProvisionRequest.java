// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to run for a claim.
 *
 * @param arguments program and arguments, handed over as they are: no shell reads them
 * @param environment added to the environment of this process; the mark is added by the provisioner
 * @param directory empty: the directory of this process
 * @param stdout file for the standard output, created or emptied
 * @param stderr file for the standard error, created or emptied
 */
public record ProvisionRequest(
        ClaimMark mark,
        List<String> arguments,
        Map<String, String> environment,
        Optional<Path> directory,
        Path stdout,
        Path stderr) {
    public ProvisionRequest {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("there is no program to run");
        }
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    public static ProvisionRequest of(ClaimMark mark, List<String> arguments, Path stdout, Path stderr) {
        return new ProvisionRequest(mark, arguments, Map.of(), Optional.empty(), stdout, stderr);
    }
}
