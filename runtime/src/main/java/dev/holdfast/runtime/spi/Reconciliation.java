// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.Names;
import java.util.Optional;

/**
 * What a {@link Reconciler} found. Each says where the evidence stands: a transaction id, a log line, a ticket; 1 to 200
 * visible characters. The ledger keeps it with the run for ever.
 */
public sealed interface Reconciliation {
    String reference();

    /**
     * The effect took place: the work has succeeded.
     *
     * @param result as the handler would have given it; encoded like a payload, at most 256 KiB
     */
    record Applied(Optional<Object> result, String reference) implements Reconciliation {
        public Applied {
            Names.check("evidence reference", reference);
        }
    }

    /** The effect did not take place, and will not any more: the work may run again. */
    record NotApplied(String reference) implements Reconciliation {
        public NotApplied {
            Names.check("evidence reference", reference);
        }
    }

    /** Nobody can tell yet; to be asked again. Burns an attempt of the inquiry. */
    record StillUnknown(String reference) implements Reconciliation {
        public StillUnknown {
            Names.check("evidence reference", reference);
        }
    }

    static Reconciliation applied(String reference) {
        return new Applied(Optional.empty(), reference);
    }

    static Reconciliation applied(Object result, String reference) {
        return new Applied(Optional.of(result), reference);
    }

    static Reconciliation notApplied(String reference) {
        return new NotApplied(reference);
    }

    static Reconciliation stillUnknown(String reference) {
        return new StillUnknown(reference);
    }
}
