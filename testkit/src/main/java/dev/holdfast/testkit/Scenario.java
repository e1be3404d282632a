// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * A scenario file: comments, commands (a line that starts with {@code >}) and under each command the exact answer,
 * which ends at the next command, comment or empty line. The first line is a comment that says what the file shows.
 */
record Scenario(String name, List<Part> parts) {
    /** A piece of the file. */
    sealed interface Part {}

    /** A comment or an empty line; kept as it is. */
    record Remark(String text) implements Part {}

    /** @param line of the command in its file, from 1 */
    record Step(int line, String command, List<String> answer) implements Part {}

    static Scenario parse(String name, String text) {
        List<Part> parts = new ArrayList<>();
        List<String> lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().startsWith("# ")) {
            throw new ScenarioError("the first line must be a comment that says what is shown").at(name, 1);
        }
        boolean inAnswer = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).stripTrailing();
            if (line.startsWith(">")) {
                parts.add(new Step(i + 1, line.substring(1).strip(), new ArrayList<>()));
                inAnswer = true;
            } else if (line.isEmpty() || line.startsWith("#")) {
                parts.add(new Remark(line));
                inAnswer = false;
            } else if (inAnswer) {
                ((Step) parts.getLast()).answer().add(line);
            } else {
                throw new ScenarioError("an answer without a command").at(name, i + 1);
            }
        }
        return new Scenario(name, parts);
    }

    List<Step> steps() {
        return parts.stream()
                .filter(Step.class::isInstance)
                .map(Step.class::cast)
                .toList();
    }

    /** The text of the file with new answers, one for each step. */
    String withAnswers(List<List<String>> answers) {
        StringBuilder text = new StringBuilder();
        int step = 0;
        for (Part part : parts) {
            switch (part) {
                case Remark remark -> text.append(remark.text()).append('\n');
                case Step asked -> {
                    text.append("> ").append(asked.command()).append('\n');
                    answers.get(step++).forEach(line -> text.append(line).append('\n'));
                }
            }
        }
        return text.toString();
    }

    /** What differs from the answers in the file, for people; empty when nothing does. */
    String differences(List<List<String>> answers) {
        StringBuilder text = new StringBuilder();
        int index = 0;
        for (Step step : steps()) {
            List<String> answer = answers.get(index++);
            if (!answer.equals(step.answer())) {
                text.append(name)
                        .append(':')
                        .append(step.line())
                        .append("\n  > ")
                        .append(step.command());
                step.answer()
                        .forEach(line -> text.append("\n  ")
                                .append(answer.contains(line) ? " " : "-")
                                .append(line));
                answer.forEach(line -> text.append(step.answer().contains(line) ? "" : "\n  +" + line));
                text.append('\n');
            }
        }
        return text.toString();
    }
}
