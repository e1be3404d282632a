// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.memory.MemoryLedger;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CapabilityValidatorTest {
    private static final Capabilities ALL = Capabilities.allBut(Set.of());

    @Test
    void aStoreThatOffersAllIsFit() {
        assertThat(CapabilityValidator.validate(ALL, EnumSet.allOf(Capability.class)))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void eachThatIsMissingIsOneDiagnosticWhereItIsRequired(Capability missing) {
        Capabilities store = Capabilities.allBut(Set.of(missing));

        assertThat(CapabilityValidator.validate(store, EnumSet.allOf(Capability.class)))
                .hasSize(1)
                .allSatisfy(found -> {
                    assertThat(found.code())
                            .isEqualTo("capability."
                                    + missing.name()
                                            .toLowerCase(java.util.Locale.ROOT)
                                            .replace('_', '-'));
                    assertThat(found.location()).startsWith("/capabilities/");
                    assertThat(found.problem()).isEqualTo(missing.otherwise());
                });
        assertThat(CapabilityValidator.validateProduction(store))
                .hasSize(CapabilityValidator.PRODUCTION.contains(missing) ? 1 : 0);
    }

    @Test
    void diagnosticsComeInTheOrderOfTheCapabilities() {
        Capabilities none = Capabilities.allBut(EnumSet.allOf(Capability.class));

        assertThat(CapabilityValidator.validateProduction(none))
                .extracting(Diagnostic::problem)
                .containsExactly(EnumSet.range(Capability.DURABLE, Capability.POISONED_WORK).stream()
                        .map(Capability::otherwise)
                        .toArray(String[]::new));
    }

    @Test
    void anUnsafeSettingIsADiagnosticToo() {
        Capabilities store = ALL.withUnsafeSettings(new TreeSet<>(Set.of("fsync")));

        assertThat(CapabilityValidator.validateProduction(store))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.code()).isEqualTo("setting.fsync");
                    assertThat(found.location()).isEqualTo("/settings/fsync");
                });
    }

    /** As the reference has it: not durable, and once processes are wanted, no commit together with theirs. */
    @Test
    void memoryIsNotFit() {
        try (Ledger memory = MemoryLedger.create(() -> new dev.holdfast.core.Moment(0))) {
            assertThat(CapabilityValidator.validateProduction(memory.capabilities()))
                    .extracting(Diagnostic::code)
                    .containsExactly("capability.durable");
            Set<Capability> withProcesses = EnumSet.copyOf(CapabilityValidator.PRODUCTION);
            withProcesses.add(Capability.ATOMIC_PROCESS_COMMIT);
            assertThat(CapabilityValidator.validate(memory.capabilities(), withProcesses))
                    .extracting(Diagnostic::code)
                    .containsExactly("capability.durable", "capability.atomic-process-commit");
        }
    }
}
