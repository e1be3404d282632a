// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** Where an attempt is, in order. */
public enum Status {
    PENDING,
    PROVISIONING,
    ALLOCATED,
    SETTLED
}
