// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Source;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where the values of a policy came from, as text: a line for all of them, and one for each exception. */
public final class SourcesText {
    private SourcesText() {}

    /** The empty text when nobody said. */
    public static String write(PolicySources sources) {
        if (sources.equals(PolicySources.UNNAMED)) {
            return "";
        }
        Fields fields = new Fields();
        Source common = sources.common();
        fields.line("common", common.kind().name(), common.authority(), common.reference());
        sources.exceptions()
                .forEach((value, source) ->
                        fields.line("value", value, source.kind().name(), source.authority(), source.reference()));
        return fields.text();
    }

    /** @throws IllegalArgumentException when it is no such text */
    public static PolicySources read(String text) {
        Source common = Source.UNNAMED;
        SortedMap<String, Source> exceptions = new TreeMap<>();
        for (List<String> line : Fields.parse(text)) {
            switch (line.getFirst()) {
                case "common" -> common = source(line.subList(1, 4));
                case "value" -> exceptions.put(line.get(1), source(line.subList(2, 5)));
                default -> throw Fields.unknown("sources of a policy", line);
            }
        }
        return new PolicySources(common, exceptions);
    }

    private static Source source(List<String> fields) {
        return new Source(Source.Kind.valueOf(fields.get(0)), fields.get(1), fields.get(2));
    }
}
