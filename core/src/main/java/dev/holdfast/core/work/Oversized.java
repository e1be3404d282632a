// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** What happens at admission to work that demands more than the pool has. */
public enum Oversized {
    /** It waits for a policy with more room. */
    RETAIN,
    /** It ends POISONED at once. */
    POISON
}
