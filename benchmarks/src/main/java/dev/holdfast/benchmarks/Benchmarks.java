// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks;

/** Runs the benchmarks that are named as arguments: memory, sqlite. */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] names) throws Exception {
        for (String name : names.length == 0 ? new String[] {"memory", "sqlite"} : names) {
            switch (name) {
                case "memory" -> MemoryBenchmark.run();
                case "sqlite" -> SqliteBenchmark.run();
                default ->
                    throw new IllegalArgumentException("no such benchmark: " + name + "; there are memory and sqlite");
            }
        }
    }
}
