// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * A claim that ended.
 *
 * @param answer the holder's answer, when it was accepted
 * @param late an answer that came when it could no longer be accepted; kept for people, changes nothing;
 *     a {@link Redrive} has to be told that it is known
 * @param resolution the evidence that decided what became of the unit after this claim, when it was uncertain
 */
public record PastClaim(
        Claim claim,
        Moment endedAt,
        End end,
        Optional<Answer> answer,
        Optional<Answer> late,
        Optional<Resolved> resolution) {
    public PastClaim {
        claim = claim.over();
    }

    /** What somebody with evidence said, and where the evidence stands. */
    public record Resolved(Resolution resolution, String reference, String actor, Moment at) {
        boolean says(Resolve command) {
            return resolution.isSameAs(command.resolution()) && reference.equals(command.reference());
        }
    }

    /** How a claim ended. */
    public enum End {
        /** Its holder answered. */
        ANSWERED,
        /** Its holder died or ran out of time. */
        LOST,
        /** Its holder never knew of it: the grant did not arrive. */
        UNKNOWN_TO_HOLDER
    }

    /** What is known of its effect. */
    Evidence evidence() {
        if (resolution.isPresent()) {
            return resolution.get().resolution() instanceof Resolution.NotApplied
                    ? Evidence.NOT_APPLIED
                    : Evidence.UNKNOWN;
        }
        return answer.map(Answer::evidence)
                .orElse(end == End.UNKNOWN_TO_HOLDER ? Evidence.NOT_STARTED : Evidence.UNKNOWN);
    }

    /** This claim with digests in the place of results. */
    PastClaim redacted() {
        return new PastClaim(
                claim,
                endedAt,
                end,
                answer.map(Answer::redacted),
                late.map(Answer::redacted),
                resolution.map(
                        said -> new Resolved(said.resolution().redacted(), said.reference(), said.actor(), said.at())));
    }

    static PastClaim ended(Claim claim, Moment now, End end) {
        return new PastClaim(claim, now, end, Optional.empty(), Optional.empty(), Optional.empty());
    }

    PastClaim answered(Answer value, Moment now) {
        return new PastClaim(claim, now, End.ANSWERED, Optional.of(value), late, resolution);
    }

    PastClaim answeredLate(Answer value) {
        return new PastClaim(claim, endedAt, end, answer, Optional.of(value), resolution);
    }

    PastClaim resolved(Resolved value) {
        return new PastClaim(claim, endedAt, end, answer, late, Optional.of(value));
    }
}
