// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the torture has come to.
 *
 * @param submitted units whose submission was answered
 * @param executions how often a handler was started
 * @param recovered claims that ended without success, and whose units were run again
 * @param lost submitted units that are not there, or have not succeeded
 * @param unexpected units that nobody submitted, executions that no claim allowed, or more than claims explain, fences that
 *     did not grow, holders of a live claim that the resource refused
 * @param duplicated units that succeeded twice, claims that were executed twice
 * @param staleAccepted writes with an older fence that the resource took
 * @param unlearned claims that a resumed worker had lost and never learned of
 * @param firstEpoch of the fences at the beginning
 * @param lastEpoch of those at the end
 * @param slowestRecovery from the kill of a worker until the last of its claims was taken back
 */
record Toll(
        long submitted,
        long executions,
        long recovered,
        long lost,
        List<String> unexpected,
        long duplicated,
        long staleAccepted,
        long unlearned,
        int firstEpoch,
        int lastEpoch,
        Duration slowestRecovery) {
    boolean isRight() {
        return lost == 0 && unexpected.isEmpty() && duplicated == 0 && staleAccepted == 0 && unlearned == 0;
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("submitted", submitted);
        members.put("executions", executions);
        members.put("recovered", recovered);
        members.put("slowestRecoveryMillis", slowestRecovery.toMillis());
        members.put("lost", lost);
        members.put("unexpected", unexpected.size());
        members.put("duplicated", duplicated);
        members.put("staleWritesAccepted", staleAccepted);
        members.put("staleClaimsUnlearned", unlearned);
        return members;
    }
}
