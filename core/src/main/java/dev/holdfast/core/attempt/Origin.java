// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * What of an attempt never changes.
 *
 * @param ordinal which one of its owner's attempts it is, from 1
 * @param predecessor the attempt whose place it took
 * @param retryBudget how many attempts may follow the first one
 * @param requestKey of its creation; unique with its owner
 * @param bootstrapUntil when a runtime has to be there
 */
public record Origin(
        AttemptId id,
        ExecutionOwnerId owner,
        int ordinal,
        Optional<AttemptId> predecessor,
        int retryBudget,
        String requestKey,
        Instruction instruction,
        Moment createdAt,
        Moment bootstrapUntil) {}
