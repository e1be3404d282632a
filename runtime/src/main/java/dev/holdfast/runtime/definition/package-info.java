// SPDX-License-Identifier: Apache-2.0
/** Definitions that work names by exact content: how they are written, registered, and found for a claim. */
@NullMarked
package dev.holdfast.runtime.definition;

import org.jspecify.annotations.NullMarked;
