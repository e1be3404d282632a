// SPDX-License-Identifier: Apache-2.0
/** What the SQL stores have in common: transactions, verdicts on failures, the form of rows. Decides nothing. */
@NullMarked
package dev.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
