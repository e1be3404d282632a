// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/**
 * One reason why a ledger is not fit for production.
 *
 * @param code stable, for programs
 * @param location a JSON pointer into what was judged, such as {@code /capabilities/durable}
 * @param problem what may happen, for people
 * @param advice what to do about it
 */
public record Diagnostic(String code, String location, String problem, String advice) {
    @Override
    public String toString() {
        return code + ": " + problem + "; " + advice;
    }
}
