// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.CapabilityValidator;
import dev.holdfast.core.ledger.Diagnostic;
import dev.holdfast.core.ledger.Ledger;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapabilitiesTest {
    @TempDir
    Path folder;

    @Test
    void aFileIsFitForProduction() {
        try (Ledger ledger = SqliteLedger.open(folder.resolve("x.db"))) {
            assertThat(CapabilityValidator.validateProduction(ledger.capabilities()))
                    .isEmpty();
        }
    }

    @Test
    void oneThatDoesNotWaitForTheDiskIsNot() {
        SqliteOptions hasty = SqliteOptions.DEFAULT.withSynchronous(SqliteOptions.Synchronous.NORMAL);
        try (Ledger ledger = SqliteLedger.open(folder.resolve("x.db"), hasty)) {
            assertThat(CapabilityValidator.validateProduction(ledger.capabilities()))
                    .extracting(Diagnostic::code)
                    .containsExactly("setting.synchronous");
        }
    }
}
