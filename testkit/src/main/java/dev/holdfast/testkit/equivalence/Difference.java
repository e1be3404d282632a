// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.equivalence;

/**
 * Where two ledgers part.
 *
 * @param measure the ledger that is believed
 * @param candidate the one that differs
 * @param asked the command, or the scenario line of the question
 * @param isQuestion whether it was a question, so that the decisions up to here were the same
 */
record Difference(
        Candidate measure, Candidate candidate, String asked, boolean isQuestion, String expected, String actual) {
    private static final int LONGEST = 400;
    private static final int LEAD = 60;

    /** For people: of long answers, what is around the place where they part. */
    String describe() {
        return asked + "\n" + measure.name() + ": " + part(expected) + "\n" + candidate.name() + ": " + part(actual);
    }

    private String part(String text) {
        int same = 0;
        while (same < Math.min(expected.length(), actual.length()) && expected.charAt(same) == actual.charAt(same)) {
            same++;
        }
        int from =
                Math.min(text.length(), expected.length() + actual.length() <= LONGEST ? 0 : Math.max(0, same - LEAD));
        int to = Math.min(text.length(), from + LONGEST);
        return (from > 0 ? "... " : "") + text.substring(from, to) + (to < text.length() ? " ..." : "");
    }
}
