// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** One unit before and after a decision. Saved only when the stored version is still the one of {@code before}. */
public record UnitChange(Unit before, Unit after) {}
