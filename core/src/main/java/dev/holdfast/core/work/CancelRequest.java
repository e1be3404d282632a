// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;

/** The first request to cancel a life of a unit. It sticks through retry, loss and uncertainty. */
public record CancelRequest(String actor, String reason, Moment at) {}
