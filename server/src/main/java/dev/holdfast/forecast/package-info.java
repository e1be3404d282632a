// SPDX-License-Identifier: Apache-2.0
/** What becomes of a captured ledger: the real rules, run forward in virtual time. */
@NullMarked
package dev.holdfast.forecast;

import org.jspecify.annotations.NullMarked;
