// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** How long an allocation can live. */
public enum Lifetime {
    /** It dies with the process that made it. */
    PROVISIONER_PROCESS_BOUND,
    /** The provider keeps it until somebody ends it. */
    PROVIDER_MANAGED
}
