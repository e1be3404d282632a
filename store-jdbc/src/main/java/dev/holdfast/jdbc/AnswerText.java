// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Resolution;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** What was said about a claim that ended, as one line of text: a holder's answer, or what evidence showed. */
public final class AnswerText {
    private AnswerText() {}

    public static String write(Answer answer) {
        return new Fields()
                .line(
                        switch (answer) {
                            case Answer.Succeeded done -> payload("succeeded", done.result());
                            case Answer.Failed failed ->
                                List.of(
                                        "failed",
                                        failed.code(),
                                        failed.evidence().name());
                            case Answer.Cancelled cancelled ->
                                List.of(
                                        "cancelled",
                                        cancelled.code(),
                                        cancelled.evidence().name());
                            case Answer.Poisoned poisoned ->
                                List.of(
                                        "poisoned",
                                        poisoned.code(),
                                        poisoned.evidence().name());
                            case Answer.Released released ->
                                List.of(
                                        "released",
                                        released.reason(),
                                        released.evidence().name(),
                                        released.delay().map(Duration::toString).orElse(""));
                        })
                .text();
    }

    public static Answer readAnswer(String text) {
        List<String> line = Fields.parse(text).getFirst();
        return switch (line.getFirst()) {
            case "succeeded" -> new Answer.Succeeded(readPayload(line, 1));
            case "failed" -> new Answer.Failed(line.get(1), Evidence.valueOf(line.get(2)));
            case "cancelled" -> new Answer.Cancelled(line.get(1), Evidence.valueOf(line.get(2)));
            case "poisoned" -> new Answer.Poisoned(line.get(1), Evidence.valueOf(line.get(2)));
            case "released" ->
                new Answer.Released(
                        Evidence.valueOf(line.get(2)),
                        line.get(1),
                        line.get(3).isEmpty() ? Optional.empty() : Optional.of(Duration.parse(line.get(3))));
            default -> throw Fields.unknown("answer", line);
        };
    }

    /** Two lines: who said it and when, and what it says. */
    public static String write(PastClaim.Resolved resolved) {
        return new Fields()
                .line("resolved", Long.toString(resolved.at().micros()), resolved.actor(), resolved.reference())
                .line(
                        switch (resolved.resolution()) {
                            case Resolution.NotApplied none -> List.of("notApplied");
                            case Resolution.Succeeded done -> payload("succeeded", done.result());
                            case Resolution.Failed failed -> List.of("failed", failed.code());
                            case Resolution.Cancelled cancelled -> List.of("cancelled", cancelled.code());
                        })
                .text();
    }

    public static PastClaim.Resolved readResolved(String text) {
        List<List<String>> lines = Fields.parse(text);
        List<String> who = lines.get(0);
        List<String> what = lines.get(1);
        Resolution resolution = switch (what.getFirst()) {
            case "notApplied" -> new Resolution.NotApplied();
            case "succeeded" -> new Resolution.Succeeded(readPayload(what, 1));
            case "failed" -> new Resolution.Failed(what.get(1));
            case "cancelled" -> new Resolution.Cancelled(what.get(1));
            default -> throw Fields.unknown("resolution", what);
        };
        return new PastClaim.Resolved(resolution, who.get(3), who.get(2), new Moment(Long.parseLong(who.get(1))));
    }

    private static List<String> payload(String name, Payload payload) {
        return List.of(name, payload.mediaType(), Base64.getEncoder().encodeToString(payload.bytes()));
    }

    private static Payload readPayload(List<String> line, int at) {
        return Payload.of(Base64.getDecoder().decode(line.get(at + 1)), line.get(at));
    }
}
