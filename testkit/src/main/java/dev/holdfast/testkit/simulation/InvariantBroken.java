// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

/** A history in which a promise did not hold; the message has the seed, the promise and the newest steps. */
public final class InvariantBroken extends AssertionError {
    private static final long serialVersionUID = 1;

    private final String invariant;

    InvariantBroken(long seed, String invariant, String what, String timeline) {
        super("%s broken: %s%nseed %d (-Dholdfast.simulation.seed=%d)%n%s"
                .formatted(invariant, what, seed, seed, timeline));
        this.invariant = invariant;
    }

    /** Its name in the list of invariants, such as I7. */
    public String invariant() {
        return invariant;
    }
}
