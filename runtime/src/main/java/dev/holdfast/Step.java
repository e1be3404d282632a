// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

/** What a role does again and again: a bounded piece of work that never waits for time to pass. */
@FunctionalInterface
interface Step {
    /** Does what is to be done and says at which monotonic moment to be called again; a past one means at once. */
    long run();
}
