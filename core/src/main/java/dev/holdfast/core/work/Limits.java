// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What the units of a pool may use together, and how much of it is used.
 *
 * @param sharedDomains what the shared domains that the pool uses allow; what is used of them is used by all their pools
 */
public record Limits(PoolPolicy policy, Map<String, DomainTerms> sharedDomains) {
    public Limits {
        sharedDomains = Map.copyOf(sharedDomains);
    }

    /** Of what a pool has alone. */
    public Limits(PoolPolicy policy) {
        this(policy, Map.of());
    }

    /** Of one domain, whoever uses it. */
    public static Limits ofDomain(Domain domain) {
        return new Limits(PoolPolicy.DEFAULT, Map.of(domain.name(), domain.terms()));
    }

    /** How much of an account all live claims together may use; {@link Long#MAX_VALUE} where there is no limit. */
    public long of(Account account) {
        return shared(account).map(terms -> terms.limit().of(account)).orElseGet(() -> policy.limitOf(account));
    }

    /**
     * What is used of an account: by live claims, and of a domain by what is quarantined of it.
     *
     * @param amounts what the accounts say
     */
    public long used(Account account, ToLongFunction<Account> amounts) {
        return amounts.applyAsLong(account) + quarantined(account, amounts);
    }

    /** How much of what uncertain units keep of an account counts as used; see {@link Quarantine}. */
    public long quarantined(Account account, ToLongFunction<Account> amounts) {
        return account.quarantined()
                .map(kept -> Math.min(amounts.applyAsLong(kept), mostQuarantined(account)))
                .orElse(0L);
    }

    /** How much of what uncertain units keep of an account is free again, because it is more than may be quarantined. */
    public long freed(Account account, ToLongFunction<Account> amounts) {
        return account.quarantined()
                .map(kept -> Math.max(0, amounts.applyAsLong(kept) - mostQuarantined(account)))
                .orElse(0L);
    }

    /** How much of an account of a domain may be quarantined. */
    public long mostQuarantined(Account account) {
        return Quarantine.most(
                of(account), shared(account).map(DomainTerms::quarantineShare).orElse(policy.quarantineShare()));
    }

    private Optional<DomainTerms> shared(Account account) {
        return sharedDomains.isEmpty() || account.quarantined().isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(sharedDomains.get(account.owner()));
    }

    /**
     * What a parked lane waits for, see {@link ClaimStep.Turn.Parked}: how much of the account is used or, of a domain, how
     * much more than its limit, so that nothing that is parked has to be touched when such a limit changes.
     */
    public long level(Account account, ToLongFunction<Account> amounts) {
        long used = used(account, amounts);
        return account.quarantined().isPresent() ? used - of(account) : used;
    }

    /** The highest level of the account at which the charge fits. */
    static long fitsAt(Charges.Charge charge) {
        boolean ofDomain = charge.account().quarantined().isPresent();
        return ofDomain ? -charge.amount() : charge.limit() - charge.amount();
    }
}
