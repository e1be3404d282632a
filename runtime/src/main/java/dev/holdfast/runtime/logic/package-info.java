// SPDX-License-Identifier: Apache-2.0
/**
 * The brains of a worker, without threads, IO or a clock: when to send a heartbeat, when to claim and how much, when to
 * stop trusting a lease. Time is an argument, in nanoseconds of a {@link dev.holdfast.runtime.logic.Monotonic} source.
 * Public for the tests and for other drivers; applications use {@code dev.holdfast}.
 */
@NullMarked
package dev.holdfast.runtime.logic;

import org.jspecify.annotations.NullMarked;
