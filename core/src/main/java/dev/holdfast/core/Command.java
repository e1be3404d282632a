// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/**
 * An intention: it carries all that comes from outside (ids, durations, the actor) and no reading of a clock. Every
 * command may be sent twice.
 *
 * @param <R> the decisions that can answer it
 */
public interface Command<R extends Decision> {}
