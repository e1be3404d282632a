// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.transitions;

/** The text of {@code docs/transitions.md}. */
final class TransitionsPage {
    private TransitionsPage() {}

    static String text(Diagram diagram) {
        return """
            # What can become of a unit

            Written by `TransitionsPageTest`, which tries every command in every situation that a unit can get into, on a real
            ledger, and fails when this page says something else. Nobody edits it; to write it anew:
            `mvn verify -pl testkit -am -Dholdfast.docs.rewrite=true`.

            ## States

            ```mermaid
            %s```

            A word in capitals is a status. Lower case says which command leads there, followed by the answer or the resolution
            that it carries where that matters. A sweep ends lost claims, holds that are over and what has waited past its latest
            start. A settlement of a unit that is QUEUED or UNCERTAIN is the answer of a holder whose claim was lost and whom
            nobody has followed.

            ## May it run again unasked?

            What a release or a loss makes of a unit. A unit has to be begun before its handler starts when its recovery is
            RECONCILE_BEFORE_REDISPATCH; elsewhere "begun" makes no difference. A claim is handed back when its worker has
            never heard of it.

            ### Attempts and losses left, no cancel

            %s
            ### Attempts and losses left, a cancel was requested

            %s
            ### No attempts and no losses left beyond this one, no cancel

            %s
            ### No attempts and no losses left beyond this one, a cancel was requested

            %s
            ## An end on evidence that says nothing

            What an answer that ends the unit makes of it: an end on AMBIGUOUS evidence asks the same question first.

            %s\
            """.formatted(
                        diagram.mermaid(),
                        RunAgainTables.again(true, false),
                        RunAgainTables.again(true, true),
                        RunAgainTables.again(false, false),
                        RunAgainTables.again(false, true),
                        RunAgainTables.ends());
    }
}
