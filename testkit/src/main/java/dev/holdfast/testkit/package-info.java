// SPDX-License-Identifier: Apache-2.0
/** What a store is judged by: the conformance suite, scenarios as text, random walks, and a clock to turn by hand. */
@NullMarked
package dev.holdfast.testkit;

import org.jspecify.annotations.NullMarked;
