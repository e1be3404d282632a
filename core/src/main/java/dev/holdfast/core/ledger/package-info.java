// SPDX-License-Identifier: Apache-2.0
/** The ledger as its users see it, what a store offers to it, and the engine between: load, decide, save. */
@NullMarked
package dev.holdfast.core.ledger;

import org.jspecify.annotations.NullMarked;
