// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import dev.holdfast.benchmarks.peer.NodePeers;
import dev.holdfast.benchmarks.peer.PeerMain;
import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Children;
import dev.holdfast.benchmarks.run.Database;
import dev.holdfast.benchmarks.run.Found;
import dev.holdfast.benchmarks.subject.SubjectMain;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Takes measurements, each once a turn however many rows ask for it, and says on the error stream what it does. */
final class Bench {
    private static final Set<String> ON_NODE = Set.of("graphile-worker", "pg-boss");
    private static final Set<String> ON_JVM = Set.of("db-scheduler", "jobrunr", "quartz", "dbos");

    private final Database database;
    private final Optional<NodePeers> node;
    private final Arguments common;
    private final Plan plan;
    private final Map<Trial, Result> taken = new HashMap<>();

    private sealed interface Result {
        record Done(Found found) implements Result {}

        record Nothing(String why) implements Result {}
    }

    /** @param common settings of all measurements */
    Bench(Database database, Optional<NodePeers> node, Arguments common, Plan plan) {
        this.database = database;
        this.node = node;
        this.common = common;
        this.plan = plan;
    }

    Plan plan() {
        return plan;
    }

    Database database() {
        return database;
    }

    /** Units a second. */
    Value rate(Trial trial) throws InterruptedException {
        return figure(trial, "rate");
    }

    Value figure(Trial trial, String figure) throws InterruptedException {
        Result result = taken.get(trial);
        if (result == null) {
            result = take(trial);
            taken.put(trial, result);
        }
        return switch (result) {
            case Result.Nothing nothing -> new Value.Absent(nothing.why);
            case Result.Done done -> {
                OptionalDouble median = done.found.median(figure);
                yield median.isEmpty()
                        ? new Value.Absent("told no " + figure)
                        : new Value.Measured(median.getAsDouble(), trial.name());
            }
        };
    }

    private Result take(Trial trial) throws InterruptedException {
        if (ON_NODE.contains(trial.subject()) && node.isEmpty()) {
            return new Result.Nothing("not present");
        }
        try {
            List<List<String>> others = new ArrayList<>();
            for (int i = 1; i < trial.processes(); i++) {
                others.add(command(trial.with("prepare", false)));
            }
            Found found = Children.run(command(trial), others, plan.patienceSeconds());
            report(trial, found);
            return new Result.Done(found);
        } catch (IOException | SQLException e) {
            System.err.println(trial.name() + ": " + e.getMessage());
            return new Result.Nothing("failed");
        }
    }

    private List<String> command(Trial trial) throws SQLException {
        Arguments arguments = common.and(trial.arguments());
        if (ON_NODE.contains(trial.subject())) {
            return node.orElseThrow().command(trial.subject(), trial.what(), database, arguments);
        }
        List<String> words = new ArrayList<>();
        words.add(trial.subject());
        if (ON_JVM.contains(trial.subject())) {
            words.add(trial.what());
        }
        words.add("url=" + arguments.text("url", database.url()));
        words.addAll(arguments.without("url").words());
        return Children.java((ON_JVM.contains(trial.subject()) ? PeerMain.class : SubjectMain.class).getName(), words);
    }

    private static void report(Trial trial, Found found) {
        StringBuilder line = new StringBuilder(trial.name())
                .append(" (")
                .append(String.join(" ", trial.arguments().without("url").words()))
                .append(trial.processes() > 1 ? ", processes: " + trial.processes() : "")
                .append(")");
        found.values().keySet().stream()
                .sorted()
                .forEach(figure -> line.append(String.format(
                        Locale.ROOT, ", %s %,.2f", figure, found.median(figure).orElse(Double.NaN))));
        System.err.println(line);
    }
}
