// SPDX-License-Identifier: Apache-2.0
/** Whole histories of a ledger and its workers under faults, made from one seed and checked at every step. */
@NullMarked
package dev.holdfast.testkit.simulation;

import org.jspecify.annotations.NullMarked;
