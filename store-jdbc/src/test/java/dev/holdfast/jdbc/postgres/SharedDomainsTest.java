// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.jdbc.Finding;
import dev.holdfast.jdbc.Some;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pools p and q use the domains gpu\1 and licence; pool plain uses none. */
class SharedDomainsTest {
    private static final Schemas SCHEMAS = new Schemas();
    private static final PoolId Q = new PoolId("q");
    private static final PoolId PLAIN = new PoolId("plain");

    private final String schema = SCHEMAS.create();
    private Ledger ledger;

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    @BeforeEach
    void twoPoolsThatShare() {
        ledger = PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
        ledger.submit(new DefineDomain(
                "gpu\\1",
                new DomainTerms(new DomainLimit(
                        DomainLimit.claims(2).claims(), new TreeMap<>(java.util.Map.of("memory", 9L))))));
        ledger.submit(new DefineDomain("licence", new DomainTerms(DomainLimit.claims(1))));
        PoolPolicy shares = PoolPolicy.DEFAULT
                .change()
                .sharedDomains(Set.of("gpu\\1", "licence"))
                .build();
        ledger.submit(new DefinePool(Some.POOL, shares));
        ledger.submit(new DefinePool(Q, shares));
        ledger.submit(new DefinePool(PLAIN, PoolPolicy.DEFAULT));
        ledger.submit(
                new RegisterWorker(WorkerOffer.of(Some.WORKER, Set.of(Some.POOL, Q, PLAIN), Set.of("job"), 1_000)));
        for (PoolId pool : List.of(Some.POOL, Q)) {
            for (int i = 0; i < 3; i++) {
                ledger.submit(new Submit(
                        pool, Sample.submission(pool + "-" + i).domain("gpu\\1").build()));
            }
        }
        ledger.submit(new Submit(PLAIN, Sample.submission("plain").build()));
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private List<Finding> check() {
        return PostgresMaintenance.check(SCHEMAS.source, schema);
    }

    @Test
    void doctorFindsNothingWhileBothUseADomain() {
        assertThat(Some.claim(ledger, 1, 1)).hasSize(1);
        assertThat(Some.claimFrom(ledger, Q, 2)).hasSize(1);
        assertThat(check()).isEmpty();
        assertThat(PostgresMaintenance.repair(SCHEMAS.source, schema)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE FROM domain WHERE name = 'licence' | pool . uses the shared domain \"licence\", which is not"
                        + " there",
                "UPDATE pool SET shared_domains = NULL | pool . uses other shared domains than its claims look at",
                "DELETE FROM domain_use WHERE domain = 'licence' | pool . uses other shared domains than its claims .*",
                "DELETE FROM domain_limit WHERE account LIKE '%memory' | shared domain .* has a limit that claims do"
                        + " not look at: DOMAIN_RESOURCE .* memory"
            })
    void whatClaimsGoByHasToFollowFromPoliciesAndTerms(String damage, String problem) {
        assertThat(check()).isEmpty();
        SCHEMAS.execute(schema, damage);
        assertThat(check()).anySatisfy(finding -> {
            assertThat(finding.code()).isEqualTo("domain");
            assertThat(finding.problem()).matches(problem);
        });
    }

    @Test
    void aPoolThatSharesNothingWaitsForNoDomain() throws Exception {
        try (Connection other = SCHEMAS.source.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM " + schema + ".domain FOR UPDATE");
            assertThat(Some.claimFrom(ledger, PLAIN, 1)).hasSize(1);
            other.rollback();
        }
        assertThat(Some.claimFrom(ledger, Q, 2)).hasSize(2);
        assertThat(Some.claim(ledger, 3, 9)).as("the domain is full").isEmpty();
    }
}
