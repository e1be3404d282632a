// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Account;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * Prints any record the same way everywhere: its name, then its parts; lists and maps of it on lines of their own. What
 * says nothing is left out: empty values, {@code false}, amounts of zero in maps. So a new decision needs no code here.
 */
final class Printer {
    /**
     * Parts that a scenario cannot or need not say: what stores may number differently, what was said by the command,
     * and secrets.
     */
    private static final Set<String> HIDDEN = Set.of(
            "sequence",
            "laneKey",
            "number",
            "version",
            "submission",
            "secret",
            "request",
            "policy",
            "sources",
            "mediaType",
            "terms");

    /** Counts of what is rare: said only where there is one. */
    private static final Set<String> RARE = Set.of("holds");

    private static final int LONGEST_TEXT = 60;

    private Printer() {}

    static List<String> lines(Object value) {
        return switch (value) {
            case Optional<?> optional -> optional.map(Printer::lines).orElse(List.of("none"));
            case Collection<?> items when items.isEmpty() -> List.of("none");
            case Collection<?> items ->
                items.stream().flatMap(item -> lines(item).stream()).toList();
            case Record record when !isText(record) -> recordLines(record);
            default -> List.of(text(value));
        };
    }

    private static List<String> recordLines(Record record) {
        List<String> head = new ArrayList<>(List.of(record.getClass().getSimpleName()));
        List<String> below = new ArrayList<>();
        for (RecordComponent part : record.getClass().getRecordComponents()) {
            Object value = part(record, part);
            if (isSilent(part, value)) {
                continue;
            }
            switch (value) {
                case Map<?, ?> map -> entries(map).forEach(line -> below.add("  " + line));
                case Collection<?> items
                when items.iterator().next() instanceof Record first && !isText(first) ->
                    items.forEach(item -> lines(item).forEach(line -> below.add("  " + line)));
                default -> head.add(named(part, value));
            }
        }
        List<String> all = new ArrayList<>(List.of(String.join(" ", head)));
        all.addAll(below);
        return all;
    }

    private static boolean isSilent(RecordComponent part, Object value) {
        return HIDDEN.contains(part.getName())
                || (RARE.contains(part.getName()) && value.equals(0))
                || value.equals(false)
                || value.equals("")
                || value.equals(Payload.EMPTY)
                || (value instanceof Optional<?> optional && optional.isEmpty())
                || (value instanceof OptionalLong optional && optional.isEmpty())
                || (value instanceof Collection<?> items && items.isEmpty())
                || (value instanceof Map<?, ?> map && entries(map).isEmpty());
    }

    private static String named(RecordComponent part, Object value) {
        return value.equals(true) ? part.getName() : part.getName() + "=" + text(value);
    }

    private static List<String> entries(Map<?, ?> map) {
        return map.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(0L))
                .map(entry -> text(entry.getKey()) + ": " + text(entry.getValue()))
                .sorted()
                .toList();
    }

    private static boolean isText(Record record) {
        RecordComponent[] parts = record.getClass().getRecordComponents();
        return record instanceof Account
                || (parts.length == 1 && parts[0].getName().equals("value"))
                || record instanceof Moment;
    }

    /** A value within a line. */
    private static String text(Object value) {
        return switch (value) {
            case Fence fence -> fence.toString();
            case Moment moment -> Durations.print(moment);
            case Account account -> account.toString();
            case Duration duration -> Durations.print(duration);
            case Payload payload -> payload(payload);
            case Optional<?> optional -> optional.map(Printer::text).orElse("none");
            case OptionalLong optional -> Long.toString(optional.getAsLong());
            case SortedSet<?> items ->
                inBrackets(items.stream().map(Printer::text).toList());
            case Set<?> items ->
                inBrackets(items.stream().map(Printer::text).sorted().toList());
            case Collection<?> items ->
                inBrackets(items.stream().map(Printer::text).toList());
            case Map<?, ?> map -> inBrackets(entries(map));
            case Record record
            when isText(record) -> text(part(record, record.getClass().getRecordComponents()[0]));
            case Record record -> inner(record);
            default -> value.toString();
        };
    }

    private static String inBrackets(List<String> items) {
        return items.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    private static String inner(Record record) {
        List<String> parts = new ArrayList<>();
        for (RecordComponent part : record.getClass().getRecordComponents()) {
            Object value = part(record, part);
            if (!isSilent(part, value)) {
                parts.add(named(part, value));
            }
        }
        return record.getClass().getSimpleName() + "(" + String.join(" ", parts) + ")";
    }

    private static String payload(Payload payload) {
        boolean isShort = payload.size() <= LONGEST_TEXT && payload.mediaType().equals("text/plain");
        return isShort ? payload.asText() : payload.toString();
    }

    private static Object part(Record record, RecordComponent part) {
        try {
            part.getAccessor().trySetAccessible();
            return part.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + part, e);
        }
    }
}
