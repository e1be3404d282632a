// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** An eligibility as its pool interned it; ids only grow. */
public record EligibilityClass(int id, Eligibility eligibility) {}
