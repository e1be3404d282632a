// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How one run of a command ended.
 *
 * @param end what happened
 * @param number exit code or signal; the exit code that a shell would give when the command did not start
 * @param detail for people; empty when there is nothing to add
 */
record CommandResult(WorkId work, Fence fence, int attempt, End end, int number, Duration took, String detail) {
    enum End {
        EXITED,
        KILLED,
        TIMED_OUT,
        NOT_STARTED,
        /** Nobody knows how far it came. */
        INTERRUPTED
    }

    boolean succeeded() {
        return end == End.EXITED && number == 0;
    }

    /** The code of a failure, as the ledger keeps it. */
    String code() {
        return switch (end) {
            case EXITED -> "exit-" + number;
            case KILLED -> "signal-" + number;
            case TIMED_OUT -> "timeout";
            case INTERRUPTED -> Judgement.INTERRUPTED;
            case NOT_STARTED -> number == 127 ? "command-not-found" : "cannot-start";
        };
    }

    /** Whether a reason is the code of a command that failed by itself. */
    static boolean isCode(String reason) {
        return reason.startsWith("exit-") || reason.startsWith("signal-") || reason.equals("timeout");
    }

    /** The status file: a member a line. */
    String text() {
        StringBuilder text = new StringBuilder();
        text.append("end=")
                .append(end.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'))
                .append('\n');
        text.append(end == End.KILLED ? "signal=" : "exit=").append(number).append('\n');
        text.append("seconds=")
                .append(String.format(java.util.Locale.ROOT, "%.3f", took.toNanos() / 1e9))
                .append('\n');
        text.append("attempt=").append(attempt).append('\n');
        text.append("work=").append(work).append('\n');
        text.append("fence=").append(fence).append('\n');
        if (!detail.isEmpty()) {
            text.append("detail=").append(detail.replace('\n', ' ')).append('\n');
        }
        return text.toString();
    }

    /** Reads {@link #text()}; empty when it is not all there. */
    static Optional<CommandResult> parse(String text) {
        Map<String, String> members = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int at = line.indexOf('=');
            if (at > 0) {
                members.put(line.substring(0, at), line.substring(at + 1));
            }
        });
        try {
            End end = End.valueOf(
                    member(members, "end").toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
            return Optional.of(new CommandResult(
                    new WorkId(member(members, "work")),
                    Fence.parse(member(members, "fence")),
                    Integer.parseInt(member(members, "attempt")),
                    end,
                    Integer.parseInt(member(members, end == End.KILLED ? "signal" : "exit")),
                    Duration.ofMillis(Math.round(Double.parseDouble(member(members, "seconds")) * 1000)),
                    members.getOrDefault("detail", "")));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // torn or foreign: no evidence
        }
    }

    private static String member(Map<String, String> members, String name) {
        return Optional.ofNullable(members.get(name)).orElseThrow(() -> new IllegalArgumentException("no " + name));
    }
}
