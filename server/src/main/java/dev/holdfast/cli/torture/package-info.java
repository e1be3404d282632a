// SPDX-License-Identifier: Apache-2.0
/** {@code holdfast torture}: does to a ledger what is hoped never to happen, and counts what became of the work. */
@NullMarked
package dev.holdfast.cli.torture;

import org.jspecify.annotations.NullMarked;
