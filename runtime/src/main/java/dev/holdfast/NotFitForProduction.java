// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.ledger.CapabilityValidator;
import dev.holdfast.core.ledger.Diagnostic;
import dev.holdfast.core.ledger.Ledger;
import java.util.List;
import java.util.stream.Collectors;

/** A worker was not started, because its ledger may lose what it has answered. {@link Holdfast#dev()} accepts that. */
public final class NotFitForProduction extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Diagnostic> diagnostics;

    /** @throws NotFitForProduction when the ledger is not */
    static void check(Ledger ledger) {
        List<Diagnostic> diagnostics = CapabilityValidator.validateProduction(ledger.capabilities());
        if (!diagnostics.isEmpty()) {
            throw new NotFitForProduction(diagnostics);
        }
    }

    NotFitForProduction(List<Diagnostic> diagnostics) {
        super("this ledger is not fit for production: "
                + diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("; ")));
        this.diagnostics = List.copyOf(diagnostics);
    }

    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
