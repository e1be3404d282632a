// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.ledger.CapabilityValidator;
import dev.holdfast.core.ledger.Diagnostic;
import dev.holdfast.core.ledger.Ledger;
import java.util.List;
import java.util.stream.Collectors;

/** Refuses to work for long on a ledger that could lose what it has promised. */
public final class ProductionCheck {
    private ProductionCheck() {}

    /**
     * @param dev whether it does not matter
     * @param exit what the command ends with when it is refused
     */
    public static void check(Ledger ledger, boolean dev, int exit) {
        List<Diagnostic> diagnostics = dev ? List.of() : CapabilityValidator.validateProduction(ledger.capabilities());
        if (!diagnostics.isEmpty()) {
            throw new CliException(
                    exit,
                    diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("; "))
                            + "; --dev runs all the same");
        }
    }
}
