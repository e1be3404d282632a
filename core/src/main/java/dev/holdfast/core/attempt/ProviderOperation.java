// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * Who may act on the infrastructure of an attempt, and whether anything is left to do.
 *
 * @param generation from 1; one more with each take-over, never less
 * @param failures how often somebody could not say what came of it
 * @param dueAt before that nobody should try again
 * @param completion number of the evidence that nothing is left at the provider; the first one stands
 */
public record ProviderOperation(long generation, Holder holder, int failures, Moment dueAt, OptionalInt completion) {
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    static ProviderOperation begun(ControllerId controller, Digest secret, Duration lease, Moment now) {
        return new ProviderOperation(
                1, new Holder.Held(controller, secret, now.plus(lease)), 0, now, OptionalInt.empty());
    }

    /** Whether nobody has it, or whoever has it should be done by now. */
    public boolean isFree(Moment now) {
        return switch (holder) {
            case Holder.Held held -> !held.until().isAfter(now);
            case Holder.Released released -> true;
        };
    }

    boolean isHeldBy(ControllerId controller, Digest secret) {
        return holder instanceof Holder.Held held
                && held.controller().equals(controller)
                && held.secret().equals(secret);
    }

    /** The lease plays no role: who was not replaced is in charge. */
    boolean authorises(ProviderClaim claim) {
        return generation == claim.generation()
                && isHeldBy(claim.controller(), claim.secret().digest());
    }

    boolean wasReleasedBy(ProviderClaim claim) {
        return generation == claim.generation()
                && holder.equals(
                        new Holder.Released(claim.controller(), claim.secret().digest()));
    }

    ProviderOperation renewed(ProviderClaim claim, Moment until) {
        return new ProviderOperation(
                generation,
                new Holder.Held(claim.controller(), claim.secret().digest(), until),
                failures,
                dueAt,
                completion);
    }

    ProviderOperation takenOver(ControllerId controller, Digest secret, Moment until) {
        return new ProviderOperation(
                generation + 1, new Holder.Held(controller, secret, until), failures, dueAt, completion);
    }

    ProviderOperation released(ProviderClaim claim) {
        return new ProviderOperation(
                generation,
                new Holder.Released(claim.controller(), claim.secret().digest()),
                failures,
                dueAt,
                completion);
    }

    /** Waits twice as long after each failure, 1 s to 5 min. */
    ProviderOperation failed(Moment now) {
        Duration wait = failures >= 9 ? LONGEST_WAIT : FIRST_WAIT.multipliedBy(1L << failures);
        Moment due = now.plus(wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
        return new ProviderOperation(
                generation, holder, Math.min(failures, Integer.MAX_VALUE - 1) + 1, due, completion);
    }

    ProviderOperation completed(int evidence) {
        return completion.isPresent()
                ? this
                : new ProviderOperation(generation, holder, failures, dueAt, OptionalInt.of(evidence));
    }

    ProviderOperation dueNow(Moment now) {
        return new ProviderOperation(generation, holder, failures, now, completion);
    }
}
