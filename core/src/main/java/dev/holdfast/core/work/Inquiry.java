// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Names;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an inquiry asks: what became of the run of {@code work} that {@code fence} names. An inquiry is a unit of work like
 * any other; only the ledger submits it, in the commit that makes its subject UNCERTAIN, and only the ledger closes it, in
 * the commit that takes its subject out of that.
 *
 * <p>It stands in the pool of its subject under its subject's fairness key and band, needs neither resources nor domains,
 * and is of the kind {@link #kindOf}. Its key is the fence, which a pool issues once, so that a question is asked once. It
 * may run again on any evidence, so that it never becomes uncertain itself and nobody asks about it.
 */
public record Inquiry(WorkId work, Fence fence) {
    /** Kinds and keys of units that begin like this are the ledger's own. */
    public static final String RESERVED = "reconcile/";

    private static final String MEDIA_TYPE = "application/json";

    /** Longer than any that was written here: two names, escaped, and little else. */
    private static final int LONGEST = 10 * Names.MAX_LENGTH;

    private static final Pattern TEXT =
            Pattern.compile("\\{\"work\":\"((?:[^\"\\\\]|\\\\[\"\\\\])+)\",\"fence\":\"([0-9]+\\.[0-9]+)\"}");

    /** The kind of inquiries about units of {@code kind}: that behind a prefix or, where this is too long, its digest. */
    public static String kindOf(String kind) {
        String whole = RESERVED + kind;
        return whole.length() <= Names.MAX_LENGTH
                ? whole
                : RESERVED + Digest.ofFields("holdfast/inquiry-kind/v1", kind).shortText();
    }

    /** The id of the inquiry about the claim with this fence; it may not be there. */
    public static WorkId idOf(PoolId pool, Fence fence) {
        return WorkId.derived(pool, keyOf(fence));
    }

    /** The inquiry that is to be open while {@code unit} is as it is: about its question, when it is UNCERTAIN. */
    public static Optional<WorkId> openFor(Unit unit) {
        return unit.state() instanceof WorkState.Uncertain uncertain && of(unit).isEmpty()
                ? Optional.of(idOf(unit.pool(), uncertain.fence()))
                : Optional.empty();
    }

    /** What the unit asks; empty when it is no inquiry. */
    public static Optional<Inquiry> of(Unit unit) {
        return of(unit.submission());
    }

    /** What is asked by a unit that was submitted as this; empty when it is no inquiry. */
    public static Optional<Inquiry> of(Submission submission) {
        return isInquiryKind(submission.requirements().eligibility().kind())
                ? read(submission.payload())
                : Optional.empty();
    }

    /** Whether units of this kind are inquiries. */
    public static boolean isInquiryKind(String kind) {
        return kind.startsWith(RESERVED);
    }

    /** The unit that a decision about {@code unit} has to look at as well: the inquiry about it, or what it asks about. */
    public static Optional<WorkId> related(Unit unit) {
        return openFor(unit).or(() -> of(unit).map(Inquiry::work));
    }

    /** Whether the question is open: {@code subject} is what {@link #work} names. */
    public boolean isOpen(Optional<Unit> subject) {
        return subject.isPresent()
                && subject.get().id().equals(work)
                && subject.get().state() instanceof WorkState.Uncertain uncertain
                && uncertain.fence().equals(fence);
    }

    static IdempotencyKey keyOf(Fence fence) {
        return new IdempotencyKey(RESERVED + fence);
    }

    /** The unit that asks about {@code subject}, which has just become uncertain. */
    static NewUnit about(Unit subject, Fence fence) {
        Requirements asked = subject.requirements();
        Submission submission = Submission.of(kindOf(asked.eligibility().kind()), keyOf(fence))
                .payload(new Inquiry(subject.id(), fence).write())
                .guarantee(Guarantee.IDEMPOTENT)
                .recovery(Recovery.REDISPATCH)
                .fairnessKey(asked.fairnessKey())
                .band(asked.band())
                .trace(subject.submission().trace())
                .build();
        return new NewUnit(
                idOf(subject.pool(), fence),
                subject.pool(),
                NewUnit.ANY_REVISION,
                submission,
                subject.laneKey(),
                Optional.empty(),
                false);
    }

    private Payload write() {
        String name = work.value().replace("\\", "\\\\").replace("\"", "\\\"");
        String text = "{\"work\":\"" + name + "\",\"fence\":\"" + fence + "\"}";
        return Payload.of(text.getBytes(StandardCharsets.UTF_8), MEDIA_TYPE);
    }

    private static Optional<Inquiry> read(Payload payload) {
        if (payload.size() > LONGEST || !payload.mediaType().equals(MEDIA_TYPE)) {
            return Optional.empty();
        }
        Matcher text = TEXT.matcher(payload.asText());
        if (!text.matches()) {
            return Optional.empty();
        }
        String name = text.group(1).replaceAll("\\\\(.)", "$1");
        try {
            return Optional.of(new Inquiry(new WorkId(name), Fence.parse(text.group(2))));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the text of somebody else
        }
    }
}
