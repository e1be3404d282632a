// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks;

/** Runs the benchmarks that are named as arguments: memory, sqlite, explain. */
public final class Benchmarks {
    private Benchmarks() {}

    public static void main(String[] names) throws Exception {
        for (String name : names.length == 0 ? new String[] {"memory", "sqlite"} : names) {
            switch (name) {
                case "memory" -> MemoryBenchmark.run();
                case "sqlite" -> SqliteBenchmark.run();
                case "explain" -> ExplainBenchmark.run(Integer.getInteger("queued", 1_000_000));
                default ->
                    throw new IllegalArgumentException(
                            "no such benchmark: " + name + "; there are memory, sqlite and explain");
            }
        }
    }
}
