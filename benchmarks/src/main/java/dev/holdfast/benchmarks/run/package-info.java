// SPDX-License-Identifier: Apache-2.0
/** What every measurement stands on: the server, child processes, windows of time, latencies. */
package dev.holdfast.benchmarks.run;
