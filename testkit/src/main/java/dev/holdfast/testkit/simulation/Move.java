// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import java.util.function.Predicate;

/**
 * One thing that may happen next in a small world.
 *
 * @param name one for each move of a world
 * @param happens makes it happen and says true, or says false when it cannot happen now and has done nothing
 */
record Move(String name, Predicate<SmallPlay> happens) {}
