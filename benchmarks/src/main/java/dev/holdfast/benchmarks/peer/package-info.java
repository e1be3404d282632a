// SPDX-License-Identifier: Apache-2.0
/** The peers, each with the settings that its authors advise for throughput; each runs in a process of its own. */
package dev.holdfast.benchmarks.peer;
