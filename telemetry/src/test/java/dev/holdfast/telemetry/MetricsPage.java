// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code docs/metrics.md}, made from the definitions. */
final class MetricsPage {
    static final Path FILE = Path.of("..", "docs", "metrics.md");
    private static final Path EXAMPLE = Path.of("src/test/java/dev/holdfast/telemetry/MetricsExample.java");

    private MetricsPage() {}

    static String text() throws IOException {
        return """
            # Metrics and traces

            This page is made from the definitions in the module `telemetry`; a test compares it, and
            `mvn verify -pl telemetry -am -Dholdfast.metrics.rewrite=true` writes it anew. Names, tags and units are stable.

            ```java
            %s```

            The same with OpenTelemetry: `OpenTelemetryTelemetry.in(openTelemetry)`. Whichever it is, the application brings the
            library. Counters count what passes this process's `MeteredLedger`: what is submitted or settled in a caller's own
            transaction does not. The gauges are the ledger's own counters, whoever changed them; they are read every 15 s by a
            thread of their own, so that who collects them never waits for the database. A registry or a listener that fails
            costs its metrics and nothing else.

            With OpenTelemetry durations and sizes are histograms. With Micrometer they have count, sum and maximum, and a filter
            of the registry switches histograms on. Micrometer gets the names as they stand here; Prometheus sees
            `holdfast_claim_delay_seconds` and `holdfast_ends_total`.

            Every end is counted by the process whose commit it was, once, whatever command did it. Three things can keep an
            end out of the counter, and none of them out of the gauge `holdfast.pool.units`: a crash between the commit and the
            count; a commit whose answer was lost and whose sender did not ask again, or was no settlement; a transaction of the
            caller's own.

            ## Metrics

            Scope `dev.holdfast`. Units as UCUM writes them.

            | name | type | unit | tags | meaning |
            | --- | --- | --- | --- | --- |
            %s
            ## Tags

            Every tag has a bounded number of values; ids of work, workers, claims and keys are in none of them.

            | tag | values |
            | --- | --- |
            %s
            ## Spans

            With OpenTelemetry only. A submission carries the context of its span to whoever runs it, unless its submitter gave
            it a `trace` of its own.

            | span | what | attributes |
            | --- | --- | --- |
            | `submit` | the call that submits a unit; child of what is current | %s |
            | `claim` | the call that claims | %s |
            | `run` | one run of a handler, which sees it as current; its own trace, linked to `submit` | %s |
            | `settle` | the call that settles a claim; child of `run` | %s |
            """.formatted(
                        example(),
                        metrics(),
                        tags(),
                        attributes(SpanTraces.POOL, SpanTraces.KIND, SpanTraces.WORK, SpanTraces.OUTCOME),
                        attributes(SpanTraces.POOL, SpanTraces.WORKER, SpanTraces.UNITS, SpanTraces.OUTCOME),
                        attributes(
                                SpanTraces.POOL,
                                SpanTraces.KIND,
                                SpanTraces.WORK,
                                SpanTraces.FENCE,
                                SpanTraces.ATTEMPT,
                                SpanTraces.ANSWER),
                        attributes(SpanTraces.WORK, SpanTraces.FENCE, SpanTraces.ANSWER, SpanTraces.OUTCOME));
    }

    private static String example() throws IOException {
        String source = Files.readString(EXAMPLE);
        String inner = source.substring(source.indexOf("// begin\n") + "// begin\n".length(), source.indexOf("// end"));
        return inner.stripTrailing().stripIndent().replace("greeting = ", "Submitted greeting = ") + "\n}\n";
    }

    private static String metrics() {
        return Arrays.stream(Instrument.values())
                .map(each -> "| `%s` | %s | %s | %s | %s |\n"
                        .formatted(
                                each.label(),
                                each.type().name().toLowerCase(Locale.ROOT),
                                each.unit(),
                                each.tags().stream().map(Tag::label).collect(Collectors.joining(", ")),
                                each.meaning()))
                .collect(Collectors.joining());
    }

    private static String tags() {
        return Arrays.stream(Tag.values())
                .map(each -> "| %s | %s |\n".formatted(each.label(), each.meaning()))
                .collect(Collectors.joining());
    }

    private static String attributes(String... names) {
        return Arrays.stream(names).map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
