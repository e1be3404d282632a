// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.attempt.Instruction;
import dev.holdfast.core.attempt.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What an attempt is to do, as text: a line each; arguments and variables follow their command. */
final class InstructionText {
    private List<String> names = List.of();
    private String input = "";
    private final Set<Instruction.Preserved> preserve = new TreeSet<>();
    private Optional<List<String>> workspace = Optional.empty();
    private final List<Workspace.Root> roots = new ArrayList<>();
    private final List<Workspace.Setup> setup = new ArrayList<>();

    private InstructionText() {}

    static String write(Instruction instruction) {
        Fields fields = new Fields()
                .line(
                        "instruction",
                        instruction.id(),
                        instruction.revision(),
                        instruction.kind(),
                        instruction.version())
                .line("input", instruction.input());
        instruction.preserve().forEach(each -> fields.line("preserve", each.name()));
        instruction.workspace().ifPresent(place -> write(place, fields));
        return fields.text();
    }

    private static void write(Workspace place, Fields fields) {
        fields.line("workspace", place.provisioning().name(), place.custody().name());
        for (Workspace.Root root : place.roots()) {
            List<String> line = new ArrayList<>(List.of("root", root.id(), root.path()));
            root.source().ifPresent(source -> line.addAll(List.of(source.kind(), source.input())));
            fields.line(line);
        }
        for (Workspace.Setup command : place.setup()) {
            fields.line("command", command.command(), command.limit().toString());
            command.arguments().forEach(argument -> fields.line("argument", argument));
            command.environment().forEach((name, value) -> fields.line("variable", name, value));
        }
    }

    static Instruction read(String text) {
        InstructionText parts = new InstructionText();
        Fields.parse(text).forEach(parts::read);
        return new Instruction(
                parts.names.get(1),
                parts.names.get(2),
                parts.names.get(3),
                parts.names.get(4),
                parts.input,
                parts.workspace.map(line -> new Workspace(
                        Workspace.Provisioning.valueOf(line.get(1)),
                        Workspace.Custody.valueOf(line.get(2)),
                        parts.roots,
                        parts.setup)),
                parts.preserve);
    }

    private void read(List<String> line) {
        switch (line.getFirst()) {
            case "instruction" -> names = line;
            case "input" -> input = line.get(1);
            case "preserve" -> preserve.add(Instruction.Preserved.valueOf(line.get(1)));
            case "workspace" -> workspace = Optional.of(line);
            case "root" ->
                roots.add(new Workspace.Root(
                        line.get(1),
                        line.get(2),
                        line.size() > 3
                                ? Optional.of(new Workspace.Source(line.get(3), line.get(4)))
                                : Optional.empty()));
            case "command" ->
                setup.add(new Workspace.Setup(line.get(1), List.of(), Map.of(), Duration.parse(line.get(2))));
            case "argument" -> {
                Workspace.Setup last = setup.removeLast();
                List<String> arguments = new ArrayList<>(last.arguments());
                arguments.add(line.get(1));
                setup.add(new Workspace.Setup(last.command(), arguments, last.environment(), last.limit()));
            }
            case "variable" -> {
                Workspace.Setup last = setup.removeLast();
                Map<String, String> environment = new LinkedHashMap<>(last.environment());
                environment.put(line.get(1), line.get(2));
                setup.add(new Workspace.Setup(last.command(), last.arguments(), environment, last.limit()));
            }
            default -> throw Fields.unknown("instruction", line);
        }
    }
}
