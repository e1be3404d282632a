// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Moment;

/** Who has a provider operation. */
public sealed interface Holder {
    /**
     * A controller. When its lease is over it still holds until somebody takes over.
     *
     * @param secret digest of what the controller drew
     */
    record Held(ControllerId controller, Digest secret, Moment until) implements Holder {}

    /** Nobody: the last one gave it back, and may say so again. */
    record Released(ControllerId controller, Digest secret) implements Holder {}
}
