// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.work.PoolPolicy;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One value of a policy and how it is read and written. The table of all of them is the form of a policy document.
 *
 * @param name as in {@link PoolPolicy}
 * @param with the policy with another value, which the constructors of core check
 */
record PolicyMember<T>(
        String name, Form<T> form, Function<PoolPolicy, T> value, BiFunction<PoolPolicy, T, PoolPolicy> with) {
    /** In the order of a document. */
    static final List<PolicyMember<?>> ALL = List.of(
            new PolicyMember<>("maxLiveClaims", Form.NUMBER, PoolPolicy::maxLiveClaims, PoolPolicy::withMaxLiveClaims),
            new PolicyMember<>("capacity", Form.AMOUNTS, PoolPolicy::capacity, PoolPolicy::withCapacity),
            new PolicyMember<>("domains", Form.DOMAINS, PoolPolicy::domains, PoolPolicy::withDomains),
            new PolicyMember<>(
                    "maxAttempts",
                    Form.NUMBER,
                    PoolPolicy::maxAttempts,
                    (policy, attempts) -> policy.withBudgets(attempts, policy.maxLosses())),
            new PolicyMember<>(
                    "maxLosses",
                    Form.NUMBER,
                    PoolPolicy::maxLosses,
                    (policy, losses) -> policy.withBudgets(policy.maxAttempts(), losses)),
            new PolicyMember<>("retry", Form.RETRY, PoolPolicy::retry, PoolPolicy::withRetry),
            new PolicyMember<>(
                    "workerLease",
                    Form.DURATION,
                    PoolPolicy::workerLease,
                    (policy, lease) -> withTimes(policy, lease, policy.claimLease(), policy.keysFor())),
            new PolicyMember<>(
                    "claimLease",
                    Form.DURATION,
                    PoolPolicy::claimLease,
                    (policy, lease) -> withTimes(policy, policy.workerLease(), lease, policy.keysFor())),
            new PolicyMember<>("sweepEvery", Form.DURATION, PoolPolicy::sweepEvery, PoolPolicy::withSweepEvery),
            new PolicyMember<>("oversized", Form.OVERSIZED, PoolPolicy::oversized, PoolPolicy::withOversized),
            new PolicyMember<>(
                    "keysFor",
                    Form.DURATION,
                    PoolPolicy::keysFor,
                    (policy, keysFor) -> withTimes(policy, policy.workerLease(), policy.claimLease(), keysFor)),
            new PolicyMember<>("labels", Form.TEXTS, PoolPolicy::labels, PoolPolicy::withLabels));

    /** The policy with what was found in a document. */
    PoolPolicy read(Value found, PoolPolicy policy) {
        T read = form.read(found, value.apply(policy));
        return found.place().checked(() -> with.apply(policy, read));
    }

    Object write(PoolPolicy policy) {
        return form.write(value.apply(policy));
    }

    private static PoolPolicy withTimes(
            PoolPolicy policy, Duration workerLease, Duration claimLease, Duration keysFor) {
        return new PoolPolicy(
                policy.maxLiveClaims(),
                policy.capacity(),
                policy.domains(),
                policy.maxAttempts(),
                policy.maxLosses(),
                policy.retry(),
                workerLease,
                claimLease,
                policy.sweepEvery(),
                policy.oversized(),
                keysFor,
                policy.labels());
    }
}
