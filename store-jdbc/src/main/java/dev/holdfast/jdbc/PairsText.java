// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Preparation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names, and names with values, as text: a line each. The empty text where there is none. */
final class PairsText {
    private PairsText() {}

    static String write(Map<String, String> values) {
        Fields fields = new Fields();
        values.forEach((name, value) -> fields.line(name, value));
        return fields.text();
    }

    static Map<String, String> read(String text) {
        return read(Fields.parse(text));
    }

    private static Map<String, String> read(List<List<String>> lines) {
        Map<String, String> values = new TreeMap<>();
        lines.forEach(line -> values.put(line.get(0), line.get(1)));
        return values;
    }

    static String write(List<IncarnationId> incarnations) {
        Fields fields = new Fields();
        incarnations.forEach(each -> fields.line(each.value()));
        return fields.text();
    }

    static List<IncarnationId> readIncarnations(String text) {
        return Fields.parse(text).stream()
                .map(line -> new IncarnationId(line.getFirst()))
                .toList();
    }

    /** The root of the workspace is the first line. */
    static String write(Preparation prepared) {
        Fields fields = new Fields().line(prepared.workspaceRoot());
        prepared.roots().forEach((id, path) -> fields.line(id, path));
        return fields.text();
    }

    static Preparation readPreparation(String text) {
        List<List<String>> lines = Fields.parse(text);
        return new Preparation(lines.getFirst().getFirst(), read(lines.subList(1, lines.size())));
    }
}
