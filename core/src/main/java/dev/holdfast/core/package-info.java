// SPDX-License-Identifier: Apache-2.0
/** The words that everything else uses: names, moments, fences, commands and decisions. Immutable. */
@NullMarked
package dev.holdfast.core;

import org.jspecify.annotations.NullMarked;
