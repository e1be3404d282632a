// SPDX-License-Identifier: Apache-2.0
/** The ledger in one SQLite file. */
@NullMarked
package dev.holdfast.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
