// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

/** The platform that a profile is about. */
public enum Target {
    AZURE_APP_SERVICE,
    ORLEANS,
    AKKA_NET,
    KUBERNETES,
    AZURE_FUNCTIONS,
    /** One that this program has no profile of; its owner says what it preserves. */
    CUSTOM
}
