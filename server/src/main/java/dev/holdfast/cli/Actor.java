// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Who acts: recorded with every decision of a person. */
final class Actor {
    @Option(names = "--actor", paramLabel = "NAME", description = "who decides (default: the user's name)")
    private String actor;

    String name() {
        return Optional.ofNullable(actor)
                .or(() -> Optional.ofNullable(System.getProperty("user.name")))
                .orElse("operator");
    }
}
