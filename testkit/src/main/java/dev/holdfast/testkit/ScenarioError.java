// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

/** A scenario file that cannot be read as one. The message names file and line once they are known. */
final class ScenarioError extends RuntimeException {
    private static final long serialVersionUID = 1;

    ScenarioError(String message) {
        super(message);
    }

    ScenarioError at(String file, int line) {
        ScenarioError placed = new ScenarioError(file + ":" + line + ": " + getMessage());
        placed.initCause(this);
        return placed;
    }
}
