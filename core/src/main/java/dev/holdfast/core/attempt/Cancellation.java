// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Optional;

/** The first request to stop, which stands. It kills nothing and settles nothing: it closes the gate. */
public record Cancellation(String requestKey, Moment at, Optional<String> reason) {
    /** There is one request at most, and this is its number. */
    public static final int REVISION = 1;
}
