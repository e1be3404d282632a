// SPDX-License-Identifier: Apache-2.0
/** {@code holdfast run}: a command for each line of input, as work of one pool. */
@NullMarked
package dev.holdfast.cli.run;

import org.jspecify.annotations.NullMarked;
