// SPDX-License-Identifier: Apache-2.0
/**
 * The equivalence run: random commands at the same moments to several ledgers, which must give the same answers and be in
 * the same state. What makes them differ is cut down to a few commands and written as a scenario.
 */
@NullMarked
package dev.holdfast.testkit.equivalence;

import org.jspecify.annotations.NullMarked;
