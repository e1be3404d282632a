// SPDX-License-Identifier: Apache-2.0
/** Metrics and traces of a ledger and its worker. {@code docs/metrics.md} lists every name. */
@NullMarked
package dev.holdfast.telemetry;

import org.jspecify.annotations.NullMarked;
