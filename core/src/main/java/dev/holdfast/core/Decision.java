// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/** The answer to a {@link Command}. A refusal is a decision with its data; exceptions are for bugs and infrastructure. */
public interface Decision {}
