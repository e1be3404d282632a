// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.Payload;

/** What evidence shows about a run whose outcome was not known. */
public sealed interface Resolution {
    /** Its effect did not take place; the unit may run again. */
    record NotApplied() implements Resolution {}

    /** Its effect took place. */
    record Succeeded(Payload result) implements Resolution {}

    record Failed(String code) implements Resolution {
        public Failed {
            Names.check("code", code);
        }
    }

    record Cancelled(String code) implements Resolution {
        public Cancelled {
            Names.check("code", code);
        }
    }
}
