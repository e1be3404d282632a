// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.SeriesCheck;
import java.util.List;

/** What is true of the attempts of an owner at every commit, see {@link SeriesCheck}. */
public final class AttemptInvariants {
    private AttemptInvariants() {}

    /**
     * Fails with what is not so.
     *
     * @param series all attempts of one owner, in order
     */
    public static void check(List<Attempt> series) {
        assertThat(SeriesCheck.fault(series)).as("what cannot be of attempts").isEmpty();
    }
}
