// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table of text with columns as wide as their content. */
final class Table {
    private static final int WIDEST = 60;

    private Table() {}

    static void print(PrintWriter out, List<? extends Map<String, ?>> rows, List<String> columns) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns);
        rows.forEach(row -> lines.add(columns.stream()
                .map(column -> Text.shorten(cell(row.get(column)), WIDEST))
                .toList()));
        int[] widths = new int[columns.size()];
        lines.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        });
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                text.append(line.get(i))
                        .append(" ".repeat(widths[i] - line.get(i).length() + 2));
            }
            out.println(text.toString().stripTrailing());
        }
    }

    static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(each -> each.getKey() + "=" + cell(each.getValue()))
                    .collect(Collectors.joining(" "));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Table::cell).collect(Collectors.joining(", "));
        }
        return Text.oneLine(value.toString());
    }
}
