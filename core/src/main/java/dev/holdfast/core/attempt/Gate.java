// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Whether an operation may still start. Closes once, by supersession, settlement or a request to cancel; never opens again. */
public enum Gate {
    OPEN,
    CLOSED
}
