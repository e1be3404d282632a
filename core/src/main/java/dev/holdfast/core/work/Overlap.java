// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** What becomes of a tick while the unit that its schedule submitted last has not ended. */
public enum Overlap {
    /** It submits another one. */
    ALLOW,
    /** It is left out. */
    SKIP,
    /** It waits until that one has ended; of several that wait the newest is kept, and the others are left out. */
    ONE
}
