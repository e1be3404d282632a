// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Measurement;
import dev.holdfast.benchmarks.run.Parent;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The process of one measurement of Holdfast or of a bare loop: its name, then settings. */
public final class SubjectMain {
    private static final Map<String, Measurement> MEASUREMENTS = Map.ofEntries(
            Map.entry("bare-commit", BareInserts::commits),
            Map.entry("bare-insert", BareInserts::inserts),
            Map.entry("bare-claim", BareClaims::run),
            Map.entry("execute", Execute::run),
            Map.entry("claims", ClaimTimes::run),
            Map.entry("held", HeldSnapshot::run),
            Map.entry("enqueue", Enqueue::run),
            Map.entry("worker", Workers::execute),
            Map.entry("latency", Workers::latency),
            Map.entry("lives", WholeLives::run));

    private SubjectMain() {}

    public static void main(String[] words) {
        Arguments settings = Arguments.parse(List.of(words).subList(1, words.length));
        Measurement measurement =
                Optional.ofNullable(MEASUREMENTS.get(words[0])).orElseThrow();
        Parent.report(parent -> measurement.run(settings, parent));
    }
}
