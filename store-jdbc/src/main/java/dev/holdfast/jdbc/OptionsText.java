// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Requirements;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parts of a submission that most have not, as one text, so that a unit which asks for nothing special costs no
 * columns: its own fairness key when it waits under another, delay, latest start, run limit, labels, trace context. Durations are exact.
 */
public record OptionsText(
        Optional<String> fairnessKey,
        Duration delay,
        Optional<Duration> startBy,
        Optional<Duration> runLimit,
        SortedMap<String, String> labels,
        String trace) {
    private static final OptionsText NONE = new OptionsText(
            Optional.empty(), Duration.ZERO, Optional.empty(), Optional.empty(), new TreeMap<>(Map.of()), "");

    public static String write(Unit unit) {
        return write(unit.submission(), unit.laneKey());
    }

    public static String write(NewUnit unit) {
        return write(unit.submission(), unit.laneKey());
    }

    /**
     * The empty text when there are none.
     *
     * @param laneKey the fairness key that is kept elsewhere
     */
    public static String write(Submission submission, String laneKey) {
        Requirements requirements = submission.requirements();
        Fields fields = new Fields();
        if (!requirements.fairnessKey().equals(laneKey)) {
            fields.line("fairnessKey", requirements.fairnessKey());
        }
        if (!requirements.delay().isZero()) {
            fields.line("delay", requirements.delay().toString());
        }
        requirements.startBy().ifPresent(limit -> fields.line("startBy", limit.toString()));
        requirements.runLimit().ifPresent(limit -> fields.line("runLimit", limit.toString()));
        submission.labels().forEach((name, value) -> fields.line("label", name, value));
        if (!submission.trace().isEmpty()) {
            fields.line("trace", submission.trace());
        }
        return fields.text();
    }

    public static OptionsText read(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        Optional<String> fairnessKey = Optional.empty();
        Duration delay = Duration.ZERO;
        Optional<Duration> startBy = Optional.empty();
        Optional<Duration> runLimit = Optional.empty();
        SortedMap<String, String> labels = new TreeMap<>();
        String trace = "";
        for (List<String> line : Fields.parse(text)) {
            switch (line.getFirst()) {
                case "fairnessKey" -> fairnessKey = Optional.of(line.get(1));
                case "delay" -> delay = Duration.parse(line.get(1));
                case "startBy" -> startBy = Optional.of(Duration.parse(line.get(1)));
                case "runLimit" -> runLimit = Optional.of(Duration.parse(line.get(1)));
                case "label" -> labels.put(line.get(1), line.get(2));
                case "trace" -> trace = line.get(1);
                default -> throw Fields.unknown("submission", line);
            }
        }
        return new OptionsText(fairnessKey, delay, startBy, runLimit, labels, trace);
    }
}
