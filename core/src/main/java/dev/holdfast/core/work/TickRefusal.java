// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.time.Duration;
import java.util.List;

/** Why a pool does not take what a schedule would submit. The schedule stays where it is, and its ticks wait. */
public sealed interface TickRefusal {
    /** Only the ledger itself gives such a kind, to inquiries. */
    record Reserved(String kind) implements TickRefusal {}

    /** The unit names resources or domains that the pool does not define. */
    record Undefined(List<String> resources, List<String> domains) implements TickRefusal {}

    /** The unit needs more of this than the pool has, and the pool gives such units up. */
    record Oversized(Account account) implements TickRefusal {}

    /**
     * The pool has as many units queued as its policy allows.
     *
     * @param retryAfter when trying again may help
     */
    record TooManyQueued(long limit, long queued, Duration retryAfter) implements TickRefusal {}
}
