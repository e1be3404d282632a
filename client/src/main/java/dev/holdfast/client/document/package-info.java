// SPDX-License-Identifier: Apache-2.0
/** Documents: any record of the model as JSON and back, and recordings of a ledger's commands as files. */
@NullMarked
package dev.holdfast.client.document;

import org.jspecify.annotations.NullMarked;
