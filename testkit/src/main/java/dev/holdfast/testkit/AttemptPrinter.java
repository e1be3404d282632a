// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.EvidenceLog;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.Facts;
import dev.holdfast.core.attempt.Operation;
import dev.holdfast.core.attempt.OutcomeText;
import dev.holdfast.core.attempt.ProviderOperation;
import dev.holdfast.core.attempt.Settlement;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Attempts and what is decided about them, as lines of a scenario. */
final class AttemptPrinter {
    private AttemptPrinter() {}

    /** The name of the decision and what it carries; the facts of a refusal on a line of their own. */
    static List<String> lines(Decision decision) {
        List<String> lines = new ArrayList<>();
        lines.add(named(decision));
        for (RecordComponent part : decision.getClass().getRecordComponents()) {
            if (value(part, decision) instanceof Facts facts) {
                lines.add("  active=" + text(facts.active())
                        + facts.attempt().map(AttemptPrinter::standing).orElse(""));
            }
        }
        return lines;
    }

    private static String standing(Facts.Standing standing) {
        LineWords line = new LineWords(",", standing.id(), standing.status());
        line.part("closed", standing.closed(), false);
        standing.settlement().ifPresent(by -> line.part("by", by.kind() + "/" + by.evidence()));
        line.part("gate", standing.gate());
        line.part("generation", standing.generation());
        standing.incarnation().ifPresent(each -> line.part("incarnation", each));
        standing.ready().ifPresent(each -> line.part("ready", each.probe()));
        standing.operation().ifPresent(each -> line.part("doing", each.id() + "/" + each.generation()));
        standing.obligation().ifPresent(each -> line.part("owed", each));
        standing.provider().ifPresent(hold -> line.part("held", hold.generation() + "/" + text(hold.controller())));
        standing.allocation().ifPresent(each -> line.part("allocation", text(each)));
        return line.line();
    }

    static List<String> lines(Attempt attempt, boolean active) {
        List<String> lines = new ArrayList<>();
        LineWords first = new LineWords(
                attempt.id().value(), attempt.owner() + "#" + attempt.origin().ordinal());
        first.word(attempt.status()).word(active ? "active" : "").part("gate", attempt.gate());
        first.word(attempt.isClaimable() ? "claimable" : "").word(attempt.isClosed() ? "closed" : "");
        attempt.settlement().map(AttemptPrinter::settlement).ifPresent(first::word);
        attempt.due().ifPresent(due -> first.part("due", Durations.print(due)));
        lines.add(first.line());
        attempt.stage().provider().ifPresent(operation -> lines.add(provider(attempt, operation)));
        if (attempt.runtime().generation() > 0) {
            lines.add("  runtime " + attempt.runtime().generation() + " "
                    + text(attempt.runtime().endpoint()));
        }
        attempt.operations().all().forEach(each -> lines.add("  " + operation(each)));
        attempt.cancellation().ifPresent(each -> lines.add("  " + text(each)));
        attempt.control().forEach(each -> lines.add("  " + text(each)));
        attempt.late().forEach(each -> lines.add("  late " + text(each.outcome())));
        attempt.log().entries().forEach(each -> lines.add("  " + entry(each)));
        return lines;
    }

    private static String settlement(Settlement settlement) {
        return switch (settlement) {
            case Settlement.ByOutcome by -> "by=OUTCOME/" + by.evidence() + " outcome=" + text(by.outcome());
            case Settlement.WithoutOutcome by -> "by=" + by.kind() + "/" + by.evidence();
        };
    }

    private static String provider(Attempt attempt, ProviderOperation operation) {
        LineWords line = new LineWords("  " + attempt.stage().obligation().orElseThrow(), operation.generation());
        line.word(text(operation.holder())).part("failures", operation.failures(), 0);
        line.part("again", Durations.print(operation.dueAt()));
        operation.completion().ifPresent(number -> line.part("completed", number));
        attempt.stage().allocation().ifPresent(each -> line.part("allocation", text(each)));
        return line.line();
    }

    private static String operation(Operation each) {
        return each.id() + " " + each.kind() + " " + each.key() + " generation=" + each.generation() + " "
                + text(each.state());
    }

    private static String entry(EvidenceLog.Entry each) {
        return each.number() + " " + Durations.print(each.at()) + " " + each.what()
                + each.note().map(note -> " '" + note.summary() + "'").orElse("");
    }

    private static String named(Object any) {
        StringBuilder line = new StringBuilder(any.getClass().getSimpleName());
        for (RecordComponent part : any.getClass().getRecordComponents()) {
            Object value = value(part, any);
            if (!(value instanceof Facts) && !value.equals(Optional.empty())) {
                line.append(' ').append(part.getName()).append('=').append(text(value));
            }
        }
        return line.toString();
    }

    /** Names as they are, moments as distances, everything else as what it is made of. */
    private static String text(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.map(AttemptPrinter::text).orElse("-");
            case OptionalInt number -> number.isPresent() ? Integer.toString(number.getAsInt()) : "-";
            case Moment moment -> Durations.print(moment);
            case OutcomeText outcome -> outcome.text();
            case EvidenceNote note -> "'" + note.summary() + "'";
            case AllocationRef reference -> reference.data().replaceAll("[^a-z0-9]+|name", "");
            case dev.holdfast.core.Digest digest -> "secret";
            case Operation operation -> operation(operation);
            case Record named when isName(named) -> named.toString();
            case Record made -> "(" + named(made) + ")";
            default -> value.toString();
        };
    }

    private static boolean isName(Record record) {
        RecordComponent[] parts = record.getClass().getRecordComponents();
        return parts.length == 1 && parts[0].getName().equals("value");
    }

    private static Object value(RecordComponent part, Object of) {
        try {
            return Objects.requireNonNull(part.getAccessor().invoke(of));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("records of decisions are public", e);
        }
    }
}
