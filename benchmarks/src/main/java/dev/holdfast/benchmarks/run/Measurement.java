// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

/** One thing that can be measured in a process of its own. */
@FunctionalInterface
public interface Measurement {
    /** Prepares, calls {@link Parent#ready()} once, measures, and tells what it found. */
    void run(Arguments arguments, Parent parent) throws Exception;
}
