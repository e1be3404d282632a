// SPDX-License-Identifier: Apache-2.0
/** The rules of work: admission, claims, fairness, limits, endings and what follows a loss. No IO, no clock, no chance. */
@NullMarked
package dev.holdfast.core.work;

import org.jspecify.annotations.NullMarked;
