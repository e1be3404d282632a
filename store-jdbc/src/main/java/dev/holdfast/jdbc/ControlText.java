// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.Control;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.OperationId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What runtimes said to the request to stop, as text: a line a generation, and one behind it for each half. */
final class ControlText {
    private ControlText() {}

    static String write(List<Control> all) {
        Fields fields = new Fields();
        for (Control each : all) {
            fields.line(
                    "generation",
                    Long.toString(each.generation()),
                    each.incarnation().value());
            each.receipt()
                    .ifPresent(receipt -> fields.line(
                            "receipt",
                            receipt.receivedAt(),
                            Long.toString(receipt.at().micros())));
            each.report().ifPresent(report -> fields.line(line(report)));
        }
        return fields.text();
    }

    private static List<String> line(Control.Report report) {
        Control.Conclusion conclusion = report.conclusion();
        EvidenceNote evidence = conclusion.evidence();
        List<String> line = new ArrayList<>(List.of(
                "report",
                Long.toString(report.at().micros()),
                report.operation().map(OperationId::value).orElse(""),
                conclusion.result().name(),
                conclusion.boundary().name(),
                evidence.source(),
                evidence.summary(),
                evidence.observedAt()));
        evidence.code().ifPresent(line::add);
        return line;
    }

    static List<Control> read(String text) {
        List<Control> all = new ArrayList<>();
        for (List<String> line : Fields.parse(text)) {
            switch (line.getFirst()) {
                case "generation" ->
                    all.add(new Control(
                            Long.parseLong(line.get(1)),
                            new IncarnationId(line.get(2)),
                            Optional.empty(),
                            Optional.empty()));
                case "receipt" -> {
                    Control last = all.removeLast();
                    Control.Receipt receipt = new Control.Receipt(line.get(1), new Moment(Long.parseLong(line.get(2))));
                    all.add(new Control(last.generation(), last.incarnation(), Optional.of(receipt), last.report()));
                }
                case "report" -> {
                    Control last = all.removeLast();
                    all.add(new Control(
                            last.generation(), last.incarnation(), last.receipt(), Optional.of(report(line))));
                }
                default -> throw Fields.unknown("control", line);
            }
        }
        return all;
    }

    private static Control.Report report(List<String> line) {
        EvidenceNote evidence = new EvidenceNote(
                line.get(5), line.get(6), line.get(7), line.size() > 8 ? Optional.of(line.get(8)) : Optional.empty());
        return new Control.Report(
                Optional.of(line.get(2)).filter(id -> !id.isEmpty()).map(OperationId::new),
                new Control.Conclusion(
                        Control.Result.valueOf(line.get(3)), Control.Boundary.valueOf(line.get(4)), evidence),
                new Moment(Long.parseLong(line.get(1))));
    }
}
