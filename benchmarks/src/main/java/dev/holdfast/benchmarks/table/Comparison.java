// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import dev.holdfast.benchmarks.peer.NodePeers;
import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.BenchServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The one command that prints the ratio table: everything in one run on one server. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures Holdfast on PostgreSQL side by side with its peers and with bare loops and prints the ratio"
                    + " table.",
            "Starts a server of its own, or takes the one that " + BenchServer.URL_VARIABLE + " names."
        })
public final class Comparison implements Callable<Integer> {
    @Option(names = "--rows", split = ",", paramLabel = "ROW", description = "only these: E1, E2, ..., peers")
    private List<String> rows = List.of();

    @Option(names = "--seconds", description = "of one window of a measurement; default ${DEFAULT-VALUE}")
    private double seconds = 2;

    @Option(names = "--windows", description = "of a measurement, the median counts; default ${DEFAULT-VALUE}")
    private int windows = 3;

    /** A Java process needs some ten seconds until most of its time is work and not compilation. */
    @Option(names = "--warm", description = "seconds before the first window; default ${DEFAULT-VALUE}")
    private double warm = 12;

    @Option(names = "--turns", description = "of the whole table, the median counts; default ${DEFAULT-VALUE}")
    private int turns = 1;

    @Option(names = "--hold", description = "seconds that E8 holds a snapshot; default ${DEFAULT-VALUE}")
    private double hold = 60;

    @Option(names = "--backlog", description = "the large one of E6; default ${DEFAULT-VALUE}")
    private int backlog = 2_000_000;

    @Option(names = "--history", description = "settled units of E11; default ${DEFAULT-VALUE}")
    private int history = 10_000_000;

    @Option(names = "--ledger", description = "postgres, or a new SQLite file to try the benchmarks themselves")
    private String ledger = "postgres";

    @Option(names = "--quick", description = "one short window, small E6, E8 and E11: shows that it works, not figures")
    private boolean quick;

    public static void main(String[] words) {
        if (new CommandLine(new Comparison()).execute(words) != 0) {
            throw new IllegalStateException("there is no table; why is said above");
        }
    }

    @Override
    public Integer call() throws Exception {
        List<RowGroup> groups = RowGroup.ALL.stream()
                .filter(group -> rows.isEmpty() || rows.contains(group.id()))
                .toList();
        Plan plan = quick
                ? new Plan(0.5, 1, 1, 3, 100_000, 100_000)
                : new Plan(warm, seconds, windows, hold, backlog, history);
        Arguments common = Arguments.NONE
                .with("warm", plan.warm())
                .with("seconds", plan.seconds())
                .with("windows", plan.windows())
                .with("loadSeconds", quick ? 3 : 5 * seconds)
                .with("ledger", ledger);
        List<List<Row>> found = new ArrayList<>();
        try (BenchServer server = BenchServer.open()) {
            System.out.println(
                    server.description() + "; " + Runtime.getRuntime().availableProcessors() + " processors" + "\n");
            for (int turn = 0; turn < turns; turn++) {
                Bench bench = new Bench(server.database(), NodePeers.install(), common, plan);
                List<Row> lines = new ArrayList<>();
                for (RowGroup group : groups) {
                    lines.addAll(group.lines().measure(bench));
                }
                found.add(lines);
            }
        }
        System.out.print(Markdown.table(Row.medians(found)));
        return 0;
    }
}
