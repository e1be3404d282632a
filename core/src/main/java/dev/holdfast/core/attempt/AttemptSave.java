// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/** What the rules want written and what they answer once that is durable. */
public record AttemptSave<R>(AttemptChanges changes, R answer) {}
