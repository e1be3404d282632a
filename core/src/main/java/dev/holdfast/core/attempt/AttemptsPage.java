// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Map;

/** What a store holds of what was asked for, read without a lock. */
public record AttemptsPage(
        Moment now,
        Map<AttemptId, Attempt> attempts,
        Map<ExecutionOwnerId, Series> series,
        Map<AttemptsAsk.Request, AttemptId> requests) {}
