// SPDX-License-Identifier: Apache-2.0
/** The ledger in PostgreSQL. */
@NullMarked
package dev.holdfast.jdbc.postgres;

import org.jspecify.annotations.NullMarked;
