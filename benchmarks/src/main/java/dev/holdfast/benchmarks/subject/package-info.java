// SPDX-License-Identifier: Apache-2.0
/** What is measured of Holdfast itself, and the bare loops it is held against; each runs in a process of its own. */
package dev.holdfast.benchmarks.subject;
