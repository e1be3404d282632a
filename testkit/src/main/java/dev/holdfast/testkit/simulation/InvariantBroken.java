// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

/** A history in which a promise did not hold; the message has the seed, the promise and the newest steps. */
public final class InvariantBroken extends AssertionError {
    private static final long serialVersionUID = 1;

    private final String invariant;
    private final String summary;

    InvariantBroken(String invariant, String what, String again, String timeline) {
        super("%s broken: %s%n%s%n%s".formatted(invariant, what, again, timeline));
        this.invariant = invariant;
        this.summary = "%s broken: %s%n%s".formatted(invariant, what, again);
    }

    /** Its name in the list of invariants, such as I7. */
    public String invariant() {
        return invariant;
    }

    /** Which promise, by what, and how to see it again; without the steps that led there. */
    public String summary() {
        return summary;
    }
}
