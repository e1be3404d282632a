// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Moment;
import dev.holdfast.document.DurationText;
import dev.holdfast.forecast.Assumptions;
import dev.holdfast.forecast.Capture;
import dev.holdfast.forecast.KeyOutlook;
import dev.holdfast.forecast.Outlook;
import dev.holdfast.forecast.RunTimes;
import dev.holdfast.forecast.Starved;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Help.Ansi;

/**
 * What forecasts came to.
 *
 * @param name of the document
 * @param now as the ledger is
 * @param then with the other policy
 */
record ForecastReport(
        String name,
        Capture capture,
        Optional<PolicyChange> change,
        Assumptions assumptions,
        Outlook now,
        Optional<Outlook> then) {
    private static final String NOW = "as it is";
    private static final String THEN = "new";

    void print(Output output) {
        if (output.isJson()) {
            output.printJson(members());
            return;
        }
        PrintWriter out = output.out();
        assumed().forEach(line -> out.println(Text.oneLine(line)));
        change.ifPresent(each -> {
            out.println(each.title(name));
            each.lines(Ansi.AUTO.enabled()).forEach(out::println);
        });
        out.println();
        Table.print(out, table(), columns());
        end(out, NOW, now);
        then.ifPresent(outlook -> end(out, THEN, outlook));
        out.flush();
    }

    /** What is taken for granted, a line each. */
    private List<String> assumed() {
        List<String> lines = new ArrayList<>();
        lines.add("from " + now.from() + ", the newest moment that " + name + " tells of, "
                + DurationText.write(assumptions.horizon())
                + " forward; nothing is submitted, nothing fails, no worker dies");
        lines.add("workers: "
                + assumptions
                        .crew()
                        .map(crew -> Text.count(crew.workers(), "worker") + " of " + Text.count(crew.places(), "place")
                                + " each that offer all that is asked for"
                                + (crew.resources().isEmpty() ? "" : ", with " + Table.cell(crew.resources())))
                        .orElse("those that were alive"));
        RunTimes times = assumptions.runTimes();
        for (String kind : RunTimes.wanted(capture)) {
            lines.add("a run of kind '" + kind + "': "
                    + times.of(kind).map(Text::duration).orElse("unknown")
                    + times.meanInUse(kind)
                            .map(mean -> ", the mean of " + Text.count(mean.runs(), "run"))
                            .orElse(", as it was said"));
        }
        return lines;
    }

    private List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("pool", "key"));
        then.ifPresent(outlook -> columns.add("policy"));
        columns.addAll(List.of("queued", "p50", "p99", "max", "left", "missed", "share", "weight"));
        return columns;
    }

    /** A key's rows stand together. */
    private List<Map<String, Object>> table() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 0; i < now.keys().size(); i++) {
            rows.add(row(NOW, now, now.keys().get(i)));
            int at = i;
            then.ifPresent(outlook -> rows.add(row(THEN, outlook, outlook.keys().get(at))));
        }
        return rows;
    }

    private Map<String, Object> row(String policy, Outlook outlook, KeyOutlook key) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pool", key.pool().value());
        row.put("key", key.key().isEmpty() ? "(none)" : key.key());
        row.put("policy", policy);
        row.put("queued", key.queued());
        row.put("p50", wait(outlook, key.half()));
        row.put("p99", wait(outlook, key.most()));
        row.put("max", wait(outlook, key.all()));
        row.put("left", key.left() == 0 ? "" : key.left());
        row.put("missed", key.missed() == 0 ? "" : key.missed());
        row.put("share", percent(key.share()));
        row.put("weight", key.weight() + (key.due().isPresent() ? " (" + percent(key.due()) + ")" : ""));
        return row;
    }

    private String wait(Outlook outlook, Optional<Duration> wait) {
        return wait.map(Text::duration)
                .orElse(
                        outlook.until().isBefore(horizon(outlook))
                                ? "never"
                                : "> " + DurationText.write(assumptions.horizon()));
    }

    private Moment horizon(Outlook outlook) {
        return outlook.from().plus(assumptions.horizon());
    }

    private static String percent(OptionalDouble part) {
        return part.isPresent() ? String.format(Locale.ROOT, "%.1f %%", 100 * part.getAsDouble()) : "";
    }

    private void end(PrintWriter out, String policy, Outlook outlook) {
        out.println();
        String whose = then.isPresent() ? policy + ": " : "";
        out.println(whose
                + outlook.empty()
                        .map(time -> "everything has ended after " + Text.duration(time))
                        .orElse(
                                outlook.until().isBefore(horizon(outlook))
                                        ? "nothing more happens after "
                                                + Text.duration(outlook.until().since(outlook.from()))
                                        : "not all has ended at the horizon"));
        for (Starved starved : outlook.starved()) {
            out.println("  " + Text.oneLine(sentence(starved)));
        }
    }

    private static String sentence(Starved starved) {
        String would = ConditionText.sentence(
                starved.why().wouldRun(), starved.oldest().value(), "");
        return "pool " + starved.pool() + (starved.key().isEmpty() ? "" : ", key " + starved.key()) + ": "
                + Text.count(starved.units(), "unit") + " not granted; " + starved.oldest() + " "
                + WorkExplainCommand.sentence(starved.why().reason(), starved.oldest() + " ", "")
                + (would.isEmpty() ? "" : "; " + would);
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("from", now.from().toString());
        members.put("horizonSeconds", seconds(assumptions.horizon()));
        members.put("assumed", assumed());
        change.ifPresent(each -> {
            members.put("pool", each.pool().value());
            members.put("differences", each.rows());
        });
        members.put("now", members(now));
        then.ifPresent(outlook -> members.put("new", members(outlook)));
        return members;
    }

    private static Map<String, Object> members(Outlook outlook) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("until", outlook.until().toString());
        outlook.empty().ifPresent(time -> members.put("emptyAfterSeconds", seconds(time)));
        members.put("keys", outlook.keys().stream().map(ForecastReport::members).toList());
        members.put(
                "starved",
                outlook.starved().stream().map(ForecastReport::members).toList());
        return members;
    }

    private static Map<String, Object> members(KeyOutlook key) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("pool", key.pool().value());
        members.put("key", key.key());
        members.put("weight", key.weight());
        members.put("queued", key.queued());
        members.put("started", key.started());
        members.put("missed", key.missed());
        members.put("left", key.left());
        key.half().ifPresent(wait -> members.put("p50Seconds", seconds(wait)));
        key.most().ifPresent(wait -> members.put("p99Seconds", seconds(wait)));
        key.all().ifPresent(wait -> members.put("maxSeconds", seconds(wait)));
        key.share().ifPresent(part -> members.put("share", part));
        key.due().ifPresent(part -> members.put("shareByWeight", part));
        return members;
    }

    private static Map<String, Object> members(Starved starved) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("pool", starved.pool().value());
        members.put("key", starved.key());
        members.put("units", starved.units());
        members.put("oldest", starved.oldest().value());
        members.put("reason", starved.why().reason().getClass().getSimpleName());
        members.put("text", sentence(starved));
        return members;
    }

    private static double seconds(Duration duration) {
        return Moment.micros(duration) / 1e6;
    }
}
