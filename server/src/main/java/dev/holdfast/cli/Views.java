// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.PastLife;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the ledger holds, as members for {@link Output}: the same words in text and JSON. */
public final class Views {
    /** What {@code run} keeps of a line that is too long to be an argument: its length. */
    public static final String LONG_LINE = "application/x-holdfast-long-line";

    private Views() {}

    static String word(Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    /** A unit in a line of a list. */
    static Map<String, Object> line(Unit unit) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("work", unit.id().value());
        members.put("pool", unit.pool().value());
        members.put("kind", unit.requirements().eligibility().kind());
        members.put("state", word(unit.status()));
        members.put("attempts", unit.attempts());
        members.put("losses", unit.losses());
        members.put("admitted", unit.admittedAt().toString());
        members.put("reason", reason(unit.state()));
        members.put("payload", text(unit.submission().payload()));
        return members;
    }

    private static String reason(WorkState state) {
        return switch (state) {
            case WorkState.Held held -> "until " + held.until();
            case WorkState.Queued queued ->
                queued.origin() == WorkState.Origin.ADMITTED
                        ? ""
                        : queued.origin().name().toLowerCase(Locale.ROOT);
            case WorkState.Claimed claimed -> "by " + claimed.claim().worker();
            case WorkState.Uncertain uncertain -> uncertain.reason();
            case WorkState.Ended ended -> ended.code();
        };
    }

    static Map<String, Object> whole(Unit unit) {
        Map<String, Object> members = line(unit);
        members.put("key", unit.submission().key().value());
        members.put("fairnessKey", unit.requirements().fairnessKey());
        members.put("band", unit.requirements().band());
        members.put("guarantee", unit.requirements().eligibility().guarantee().name());
        members.put("recovery", unit.requirements().recovery().name());
        members.put("demand", unit.requirements().needs().demand());
        members.put("domains", List.copyOf(unit.requirements().needs().domains()));
        members.put("labels", unit.submission().labels());
        unit.startBy().ifPresent(moment -> members.put("startBy", moment.toString()));
        unit.newestFence().ifPresent(fence -> members.put("fence", fence.toString()));
        unit.cancel()
                .ifPresent(cancel -> members.put(
                        "cancel",
                        Map.of(
                                "actor",
                                cancel.actor(),
                                "reason",
                                cancel.reason(),
                                "at",
                                cancel.at().toString())));
        switch (unit.state()) {
            case WorkState.Held held -> {
                members.put("heldUntil", held.until().toString());
                members.put("then", held.then().name());
            }
            case WorkState.Queued queued -> members.put("due", queued.due().toString());
            case WorkState.Claimed claimed ->
                members.put("since", claimed.claim().claimedAt().toString());
            case WorkState.Uncertain uncertain ->
                members.put("since", uncertain.since().toString());
            case WorkState.Ended ended -> {
                members.put("ended", ended.at().toString());
                members.put("endedBy", ended.by().name().toLowerCase(Locale.ROOT));
                ended.result()
                        .filter(result -> result.size() > 0)
                        .ifPresent(result -> members.put("result", text(result)));
                if (!ended.reference().isEmpty()) {
                    members.put("reference", ended.reference());
                }
            }
        }
        List<Map<String, Object>> claims = new ArrayList<>();
        unit.past().forEach(past -> claims.add(claim(past)));
        unit.claim().ifPresent(claim -> claims.add(claim(claim, "live")));
        members.put("claims", claims);
        members.put("life", unit.life());
        members.put("lives", unit.lives().stream().map(Views::life).toList());
        return members;
    }

    /** A life that another one followed. */
    private static Map<String, Object> life(PastLife past) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("life", past.life());
        members.put("state", word(past.end().status()));
        members.put("ended", past.end().at().toString());
        members.put("endedBy", past.end().by().name().toLowerCase(Locale.ROOT));
        members.put("reason", past.end().code());
        past.cancel().ifPresent(cancel -> members.put("cancel", cancel.actor() + ": " + cancel.reason()));
        members.put("redriven", past.redriven().at().toString());
        members.put("by", past.redriven().actor());
        members.put("because", past.redriven().reason());
        members.put("forced", past.redriven().forced());
        return members;
    }

    static Map<String, Object> claim(PastClaim past) {
        String end = past.end().name().toLowerCase(Locale.ROOT).replace('_', '-');
        Map<String, Object> members = claim(past.claim(), end);
        members.put("ended", past.endedAt().toString());
        past.answer().ifPresent(answer -> members.put("answer", answer(answer)));
        past.late().ifPresent(answer -> members.put("lateAnswer", answer(answer)));
        past.resolution().ifPresent(resolved -> {
            members.put("resolved", resolution(resolved.resolution()));
            members.put("evidence", resolved.reference());
            members.put("by", resolved.actor());
        });
        return members;
    }

    private static Map<String, Object> claim(Claim claim, String end) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("fence", claim.fence().toString());
        members.put("life", claim.life());
        members.put("attempt", claim.attempt());
        members.put("end", end);
        members.put("claimed", claim.claimedAt().toString());
        members.put("worker", claim.worker().value());
        return members;
    }

    static String answer(Answer answer) {
        return switch (answer) {
            case Answer.Succeeded done -> "succeeded";
            case Answer.Failed failed -> "failed " + failed.code() + " " + failed.evidence();
            case Answer.Cancelled cancelled -> "cancelled " + cancelled.code() + " " + cancelled.evidence();
            case Answer.Poisoned poisoned -> "poisoned " + poisoned.code() + " " + poisoned.evidence();
            case Answer.Released released -> "released " + released.reason() + " " + released.evidence();
        };
    }

    static String resolution(Resolution resolution) {
        return switch (resolution) {
            case Resolution.NotApplied none -> "not-applied";
            case Resolution.Succeeded done -> "succeeded";
            case Resolution.Failed failed -> "failed " + failed.code();
            case Resolution.Cancelled cancelled -> "cancelled " + cancelled.code();
        };
    }

    /** A payload as text when it is text, else as base64. */
    public static String text(Payload payload) {
        if (payload.isRedacted()) {
            return "(redacted, sha256 " + HexFormat.of().formatHex(payload.bytes()) + ")";
        }
        if (payload.mediaType().equals(LONG_LINE)) {
            return "(a line of " + payload.asText() + " bytes)";
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload.bytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            return "base64:" + Base64.getEncoder().encodeToString(payload.bytes());
        }
    }
}
