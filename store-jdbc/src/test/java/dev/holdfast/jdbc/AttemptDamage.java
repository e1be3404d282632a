// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.testkit.AttemptScript;
import java.util.ArrayList;
import java.util.List;

/** A ledger with an attempt that works and one that has ended, and what damage does to it. */
public final class AttemptDamage {
    /** SQL for any store, and what is said of it. */
    public static final String ALL = """
        DELETE FROM attempt_series WHERE owner = 'o'                | attempt "a" is number 1 of "o", who has fewer
        UPDATE attempt_series SET length = 2 WHERE owner = 'o'      | owner "o" has 2 attempts, and the last of them is not "a"
        UPDATE attempt SET due_at = NULL WHERE id = 'a'             | attempt "a" is looked for at 0 and not when time changes it
        UPDATE attempt_provider SET created_at = 1 WHERE attempt = 'a' | what is owed for attempt "a" is not found, or what is not owed is
        DELETE FROM attempt_outcome WHERE number = 0                | attempt "b" is settled as OUTCOME and that does not go with its outcome
        DELETE FROM attempt WHERE id = 'a'                          | there are operations of attempt "a", which is not there
        DELETE FROM attempt_evidence WHERE attempt = 'b' AND what = 'OUTCOME' | attempt b is settled as OUTCOME without evidence of that
        UPDATE attempt SET generation = 2 WHERE id = 'a'            | attempt a has 2 generations of 1
        UPDATE attempt SET gate_open = (1 = 0) WHERE id = 'a'       | attempt a has a closed gate and lets runtimes in
        UPDATE attempt_operation SET kind = 'x' WHERE id = 'p' AND attempt = 'a' | attempt a is ready without a probe of its generation that came back
        UPDATE attempt SET instruction = 'x' WHERE id = 'a'         | attempt 'a' cannot be read: no instruction has a line 'x'; 'holdfast doctor' lists such rows
        """;

    private AttemptDamage() {}

    public static void fill(Ledger ledger) {
        AttemptScript script = new AttemptScript(ledger);
        script.play(AttemptScript.WORKING);
        List<String> other = new ArrayList<>(AttemptScript.WORKING);
        other.add("commit a 1 generation=1 doing=run");
        other.add("terminated a saw=gone");
        script.play(other.stream()
                .map(line -> line.replaceFirst(" a\\b", " b") + " owner=other")
                .toList());
    }
}
