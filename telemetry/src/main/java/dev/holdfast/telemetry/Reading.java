// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.util.List;

/**
 * What a gauge shows.
 *
 * @param values one for each tag of its instrument, in order
 */
record Reading(List<String> values, double amount) {}
