// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.BeginProvisioning;
import dev.holdfast.core.attempt.Facts;
import dev.holdfast.core.attempt.ProviderClaim;
import dev.holdfast.core.attempt.ProviderOperation;
import dev.holdfast.core.attempt.RenewProvider;
import dev.holdfast.core.attempt.TakeOverProvider;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The claim of one controller on one provider operation: how it is taken, and until when it may be believed. Used by one
 * thread; {@link #trustedUntil} may be asked by any.
 */
final class AttemptClaim {
    private final AttemptId id;
    private final AttemptTerms terms;
    private final ClaimSecret secret;
    private Optional<ProviderClaim> claim = Optional.empty();
    private volatile LeaseWatch lease = LeaseWatch.UNKNOWN;
    private OptionalLong firstAsked = OptionalLong.empty();
    private long renewAt;

    AttemptClaim(AttemptId id, AttemptTerms terms, ClaimSecret secret) {
        this.id = id;
        this.terms = terms;
        this.secret = secret;
    }

    boolean isTaken() {
        return claim.isPresent();
    }

    Optional<ProviderClaim> taken() {
        return claim;
    }

    boolean isTrusted(long now) {
        return lease.isTrusted(now);
    }

    long trustedUntil() {
        return lease.trustedUntil();
    }

    long renewAt() {
        return renewAt;
    }

    /** Whether the ledger still has this claim. */
    boolean isCurrent(Attempt attempt) {
        return attempt.stage()
                .provider()
                .map(ProviderOperation::generation)
                .equals(claim.map(ProviderClaim::generation));
    }

    AttemptCommand<?> begin(Attempt attempt, long now) {
        asks(now);
        return new BeginProvisioning(
                attempt.owner(),
                id,
                terms.offer().provider(),
                terms.offer().lifetime(),
                terms.offer().provisioner(),
                terms.controller(),
                secret,
                terms.lease(),
                id.value(),
                terms.offer().environment(),
                terms.offer().labels());
    }

    AttemptCommand<?> takeOver(long now) {
        asks(now);
        return new TakeOverProvider(id, terms.controller(), secret, terms.lease());
    }

    AttemptCommand<?> renew() {
        return new RenewProvider(claim.orElseThrow(), terms.lease());
    }

    private void asks(long now) {
        if (firstAsked.isEmpty()) {
            firstAsked = OptionalLong.of(now);
        }
    }

    /** The lease counts from the first time that it was asked for: an answer that was lost may have granted it. */
    void took(Facts.Hold hold) {
        claim = Optional.of(new ProviderClaim(id, hold.generation(), terms.controller(), secret));
        renewed(firstAsked.orElseThrow());
    }

    void renewed(long sentAt) {
        lease = lease.renewed(sentAt, terms.lease());
        renewAt = Monotonic.later(sentAt, lease.interval());
    }
}
