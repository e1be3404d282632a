// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.util.Collection;
import java.util.List;

/** The claims that a worker knows it holds: as a digest on every heartbeat, as a list when the ledger asks for it. */
public sealed interface Holdings {
    /** One claim by name. */
    record Holding(WorkId work, Fence fence) {}

    /** @param digest see {@link #digest}; independent of order */
    record Digested(int count, long digest) implements Holdings {}

    record Listed(List<Holding> claims) implements Holdings {
        public Listed {
            claims = List.copyOf(claims);
        }
    }

    static Digested digest(Collection<Holding> claims) {
        long sum = 0;
        for (Holding each : claims) {
            long bits = each.work().value().hashCode() * 0x9E3779B97F4A7C15L
                    + each.fence().value();
            bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
            sum += bits ^ bits >>> 27;
        }
        return new Digested(claims.size(), sum);
    }
}
