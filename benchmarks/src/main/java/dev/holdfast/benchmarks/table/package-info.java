// SPDX-License-Identifier: Apache-2.0
/** The ratio table: which measurements each row takes, what it is held against, and how it is printed. */
package dev.holdfast.benchmarks.table;
