// SPDX-License-Identifier: Apache-2.0
/** The ledger in memory: the reference that the others are compared with, and the one for tests. */
@NullMarked
package dev.holdfast.core.memory;

import org.jspecify.annotations.NullMarked;
