// SPDX-License-Identifier: Apache-2.0
/** The {@code holdfast} command: its subcommands, their output and exit status. */
@NullMarked
package dev.holdfast.cli;

import org.jspecify.annotations.NullMarked;
