// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.Answer;

/**
 * What is to be said to the ledger about a claim.
 *
 * @param permitFor how long the run had its permit, in nanoseconds; 0 when the handler was not called
 */
record Answered(Held held, Answer answer, long permitFor) {}
