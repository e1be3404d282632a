// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.Payload;

/** What evidence shows about a run whose outcome was not known. */
public sealed interface Resolution {
    /** Whether both show, or showed, the same; see {@link Answer#isSameAs}. */
    default boolean isSameAs(Resolution other) {
        return (this instanceof Succeeded mine && other instanceof Succeeded theirs)
                ? mine.result().isSameAs(theirs.result())
                : equals(other);
    }

    /** This resolution with a digest in the place of its result. */
    default Resolution redacted() {
        return this instanceof Succeeded done ? new Succeeded(Unit.redacted(done.result())) : this;
    }

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
