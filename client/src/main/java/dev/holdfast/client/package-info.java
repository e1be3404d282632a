// SPDX-License-Identifier: Apache-2.0
/** The ledger over HTTP. */
@NullMarked
package dev.holdfast.client;

import org.jspecify.annotations.NullMarked;
