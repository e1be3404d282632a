// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

/** A policy that the rules do not let the pool have. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
        super(message);
    }
}
