// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.work.PolicyBuilder;
import dev.holdfast.core.work.PoolPolicy;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One value of a policy and how it is read and written. The table of all of them is the form of a policy document.
 *
 * @param name as in {@link PoolPolicy}
 * @param set gives it another value, which the constructors of core check
 */
record PolicyMember<T>(
        String name, Form<T> form, Function<PoolPolicy, T> value, BiFunction<PolicyBuilder, T, PolicyBuilder> set) {
    /** In the order of a document. */
    static final List<PolicyMember<?>> ALL = List.of(
            new PolicyMember<>("maxLiveClaims", Form.NUMBER, PoolPolicy::maxLiveClaims, PolicyBuilder::maxLiveClaims),
            new PolicyMember<>("maxQueued", Form.MOST, PoolPolicy::maxQueued, PolicyBuilder::maxQueued),
            new PolicyMember<>("capacity", Form.AMOUNTS, PoolPolicy::capacity, PolicyBuilder::capacity),
            new PolicyMember<>("domains", Form.DOMAINS, PoolPolicy::domains, PolicyBuilder::domains),
            new PolicyMember<>("sharedDomains", Form.NAMES, PoolPolicy::sharedDomains, PolicyBuilder::sharedDomains),
            new PolicyMember<>("maxAttempts", Form.NUMBER, PoolPolicy::maxAttempts, PolicyBuilder::maxAttempts),
            new PolicyMember<>("maxLosses", Form.NUMBER, PoolPolicy::maxLosses, PolicyBuilder::maxLosses),
            new PolicyMember<>("retry", Form.RETRY, PoolPolicy::retry, PolicyBuilder::retry),
            new PolicyMember<>("workerLease", Form.DURATION, PoolPolicy::workerLease, PolicyBuilder::workerLease),
            new PolicyMember<>("claimLease", Form.DURATION, PoolPolicy::claimLease, PolicyBuilder::claimLease),
            new PolicyMember<>("sweepEvery", Form.DURATION, PoolPolicy::sweepEvery, PolicyBuilder::sweepEvery),
            new PolicyMember<>("oversized", Form.OVERSIZED, PoolPolicy::oversized, PolicyBuilder::oversized),
            new PolicyMember<>("order", Form.ORDER, PoolPolicy::order, PolicyBuilder::order),
            new PolicyMember<>("bypassLimit", Form.NUMBER, PoolPolicy::bypassLimit, PolicyBuilder::bypassLimit),
            new PolicyMember<>("agingAfter", Form.DURATION, PoolPolicy::agingAfter, PolicyBuilder::agingAfter),
            new PolicyMember<>(
                    "quarantineShare", Form.NUMBER, PoolPolicy::quarantineShare, PolicyBuilder::quarantineShare),
            new PolicyMember<>("escalateAfter", Form.DURATION, PoolPolicy::escalateAfter, PolicyBuilder::escalateAfter),
            new PolicyMember<>("fairness", Form.FAIRNESS, PoolPolicy::fairness, PolicyBuilder::fairness),
            new PolicyMember<>("keysFor", Form.DURATION, PoolPolicy::keysFor, PolicyBuilder::keysFor),
            new PolicyMember<>("labels", Form.TEXTS, PoolPolicy::labels, PolicyBuilder::labels));

    /** The policy with what was found in a document. */
    PoolPolicy read(Value found, PoolPolicy policy) {
        T read = form.read(found, value.apply(policy));
        return found.place().checked(() -> set.apply(policy.change(), read).build());
    }

    Object write(PoolPolicy policy) {
        return form.write(value.apply(policy));
    }
}
