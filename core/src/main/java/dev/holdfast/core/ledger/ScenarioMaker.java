// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

/**
 * Makes a scenario file of a recording, for who wants to see it again as a test. Scenarios are of the testkit, which the
 * product does not need: where it is there, {@link java.util.ServiceLoader} finds its maker.
 */
public interface ScenarioMaker {
    /**
     * The text of a scenario file with the answers of a ledger in memory, and how far they are those of the recording.
     *
     * @param shows what the file shows, for its first line
     */
    Made make(String shows, Recording recording);

    /**
     * @param same how many decisions are of the recorded type, of those that were recorded
     * @param decisions how many were recorded
     */
    record Made(String scenario, int same, int decisions) {}
}
