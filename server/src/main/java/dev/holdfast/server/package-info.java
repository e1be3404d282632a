// SPDX-License-Identifier: Apache-2.0
/** The ledger for others, over HTTP. */
@NullMarked
package dev.holdfast.server;

import org.jspecify.annotations.NullMarked;
