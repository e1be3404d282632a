// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** A ledger with three uncertain units in a domain of four claims, whose names have to be escaped. */
public final class Uncertain {
    public static final String DOMAIN = "d\\1";
    private static final String RESOURCE = "g\\pu";

    private Uncertain() {}

    public static List<Grant> in(Ledger ledger) {
        DomainLimit limit = new DomainLimit(OptionalLong.of(4), new TreeMap<>(Map.of(RESOURCE, 12L)));
        ledger.submit(new DefinePool(
                Some.POOL,
                PoolPolicy.DEFAULT
                        .change()
                        .domains(Map.of(DOMAIN, limit))
                        .escalateAfter(Duration.ofNanos(1_000))
                        .build()));
        ledger.submit(new RegisterWorker(WorkerOffer.of(Some.WORKER, Set.of(Some.POOL), Set.of("job"), 99)
                .withResources(Map.of(RESOURCE, 99L))));
        for (String key : List.of("a", "b", "c", "d", "e", "f", "g")) {
            ledger.submit(new Submit(
                    Some.POOL,
                    Submission.of("job", new IdempotencyKey(key))
                            .guarantee(Guarantee.RECONCILED)
                            .recovery(Recovery.RECONCILE_BEFORE_REDISPATCH)
                            .domain(DOMAIN)
                            .demand(RESOURCE, 2)
                            .build()));
        }
        List<Grant> held = Some.claim(ledger, 1, 3);
        for (Grant grant : held) {
            ledger.submit(new Settle(
                    grant.work(),
                    grant.fence(),
                    Some.SECRET,
                    new Answer.Released(Evidence.UNKNOWN, "no idea", Optional.empty())));
        }
        Some.claim(ledger, 2, 9); // the domain is full: its lane is parked
        return held;
    }

    public static Map<Account, Long> quarantined(Ledger ledger) {
        PoolSnapshot snapshot = ledger.ask(new ShowPool(Some.POOL)).orElseThrow();
        Map<Account, Long> quarantined = new TreeMap<>(snapshot.used());
        quarantined
                .keySet()
                .removeIf(account -> account.scope() != Account.Scope.QUARANTINED_CLAIMS
                        && account.scope() != Account.Scope.QUARANTINED_RESOURCE);
        return quarantined;
    }

    /** What there is to be kept by all three. */
    public static Map<Account, Long> all() {
        return Map.of(Account.quarantinedClaims(DOMAIN), 3L, Account.quarantinedResource(DOMAIN, RESOURCE), 6L);
    }
}
