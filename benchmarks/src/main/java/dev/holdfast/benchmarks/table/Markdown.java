// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Prints rows as the table that the README shows. */
final class Markdown {
    private Markdown() {}

    static String table(List<Row> rows) {
        StringBuilder text = new StringBuilder("""
            | row | what | Holdfast | held against | ratio | goal | reached |
            | --- | --- | ---: | ---: | ---: | --- | --- |
            """);
        for (Row row : rows) {
            text.append("| ")
                    .append(String.join(
                            " | ",
                            row.id(),
                            row.what(),
                            cell(row.holdfast(), row.unit(), false),
                            row.peer()
                                    .map(value -> cell(value, row.unit(), true))
                                    .orElse(""),
                            ratio(row),
                            row.goal().toString(),
                            reached(row)))
                    .append(" |\n");
        }
        return text.toString();
    }

    private static String cell(Value value, String unit, boolean named) {
        return switch (value) {
            case Value.Measured measured ->
                amount(measured.amount()) + " " + unit + (named ? " (" + measured.of() + ")" : "");
            case Value.Absent absent -> absent.why();
        };
    }

    private static String amount(double amount) {
        return String.format(Locale.ROOT, Math.abs(amount) < 100 ? "%.2f" : "%,.0f", amount);
    }

    private static String ratio(Row row) {
        OptionalDouble judged = row.judged();
        return row.peer().isEmpty() || judged.isEmpty()
                ? ""
                : String.format(Locale.ROOT, "%.2fx", judged.getAsDouble());
    }

    private static String reached(Row row) {
        if (row.goal() instanceof Goal.None) {
            return "";
        }
        OptionalDouble judged = row.judged();
        if (judged.isEmpty()) {
            return "not measured";
        }
        return row.goal().isReachedBy(judged.getAsDouble()) ? "yes" : "no";
    }
}
