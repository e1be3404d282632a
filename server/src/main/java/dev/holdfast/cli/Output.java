// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Prints answers: lines for people, or one JSON document. */
public final class Output {
    /** Made when first needed: most commands never print JSON, and start quicker without it. */
    private static final class Json {
        private static final JsonMapper MAPPER = JsonMapper.builder().build();
    }

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    public boolean isJson() {
        return json;
    }

    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** One thing: a member a line. */
    public void print(Map<String, ?> members) {
        if (json) {
            printJson(members);
            return;
        }
        int width = members.keySet().stream().mapToInt(String::length).max().orElse(0);
        members.forEach((name, value) -> printMember(name, value, width));
    }

    /** What became of a command about a unit. */
    void printAnswer(String work, String answer) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("work", work);
        members.put("answer", answer);
        print(members);
    }

    /** A list of things: a table with the given columns. */
    public void print(List<? extends Map<String, ?>> rows, List<String> columns) {
        if (json) {
            printJson(rows);
        } else {
            Table.print(out(), rows, columns);
        }
    }

    public void printJson(Object value) {
        out().println(Json.MAPPER.writeValueAsString(value));
        out().flush();
    }

    private void printMember(String name, Object value, int width) {
        if (value instanceof List<?> list) {
            list.forEach(each -> out().println(pad(name, width) + "  " + Table.cell(each)));
        } else if (!Table.cell(value).isEmpty()) {
            out().println(pad(name, width) + "  " + Table.cell(value));
        }
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
