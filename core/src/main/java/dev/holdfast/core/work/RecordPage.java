// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;

/**
 * What is known of the events of a pool, held until the commit.
 *
 * @param isPool whether there is such a pool
 * @param recorded whether its events are recorded
 */
public record RecordPage(Moment now, boolean isPool, boolean recorded) {}
