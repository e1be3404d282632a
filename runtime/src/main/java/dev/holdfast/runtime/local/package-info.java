// SPDX-License-Identifier: Apache-2.0
/** Commands as child processes of this machine: starting, finding again, ending, and proof of death. */
@NullMarked
package dev.holdfast.runtime.local;

import org.jspecify.annotations.NullMarked;
