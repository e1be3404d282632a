// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page says what the code does, and its example works. */
class MetricsPageTest {
    @Test
    void thePageIsMadeFromTheDefinitions() throws Exception {
        if (Boolean.getBoolean("holdfast.metrics.rewrite")) {
            Files.writeString(MetricsPage.FILE, MetricsPage.text());
        }

        assertThat(Files.readString(MetricsPage.FILE)).isEqualTo(MetricsPage.text());
    }

    @Test
    void namesAreUniqueAndNoneIsThePrefixOfAnother() {
        String[] names =
                Arrays.stream(Instrument.values()).map(Instrument::label).toArray(String[]::new);

        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("holdfast(\\.[a-z]+)+"));
        for (String name : names) {
            assertThat(names).noneMatch(other -> other.startsWith(name + "."));
        }
    }

    @Test
    @Timeout(60)
    void theExampleWorks() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();

        assertThat(MetricsExample.run(MemoryLedger.create(LedgerClock.system()), registry)
                        .status())
                .isEqualTo(Status.SUCCEEDED);
        assertThat(registry.get("holdfast.ends")
                        .tags("pool", "default", "kind", "greet", "status", "succeeded", "by", "holder")
                        .counter()
                        .count())
                .isEqualTo(1);
    }
}
