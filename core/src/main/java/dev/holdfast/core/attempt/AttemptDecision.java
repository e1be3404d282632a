// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Decision;

/** The answer to an {@link AttemptCommand}. */
public interface AttemptDecision extends Decision {}
