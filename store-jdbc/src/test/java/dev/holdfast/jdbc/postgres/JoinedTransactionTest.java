// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.SweepDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WithdrawDecision;
import dev.holdfast.jdbc.Some;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.ManualClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Submission and settlement in a caller's own transaction. */
class JoinedTransactionTest {
    private static final Schemas SCHEMAS = new Schemas();

    private String schema;
    private PostgresLedger ledger;

    @BeforeEach
    void open() {
        schema = SCHEMAS.create();
        ledger = PostgresLedger.open(
                SCHEMAS.source, PostgresOptions.DEFAULT.withSchema(schema).withNotifications(false));
        Some.define(ledger);
        Some.register(ledger);
        SCHEMAS.execute(schema, "CREATE TABLE orders (id text PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    private interface Body {
        void run(Connection connection) throws SQLException;
    }

    private void inTransaction(boolean commit, Body body) throws SQLException {
        try (Connection connection = SCHEMAS.source.getConnection()) {
            connection.setAutoCommit(false);
            body.run(connection);
            if (commit) {
                connection.commit();
            } else {
                connection.rollback();
            }
        }
    }

    private void order(Connection connection, String id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO " + schema + ".orders VALUES ('" + id + "')");
        }
    }

    private long orders() {
        try (Connection connection = SCHEMAS.source.getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM " + schema + ".orders")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<Status> status(String key) {
        return ledger.ask(new Inspect(Some.work(key))).map(Unit::status);
    }

    @Test
    void workExistsWhenTheTransactionHasCommitted() throws SQLException {
        inTransaction(true, connection -> {
            order(connection, "o1");
            JoinedTransaction joined = ledger.join(connection);
            assertThat(joined.submit(Some.submission("a"))).isInstanceOf(SubmitDecision.Admitted.class);
            assertThat(status("a")).as("before the commit").isEmpty();
        });
        assertThat(status("a")).contains(Status.QUEUED);
        assertThat(Some.claim(ledger, 1, 5)).hasSize(1);
    }

    @Test
    void aRollbackLeavesNothing() throws SQLException {
        inTransaction(false, connection -> ledger.join(connection).submit(Some.submission("a")));
        assertThat(status("a")).isEmpty();
        assertThat(Some.claim(ledger, 1, 5)).isEmpty();
        assertThat(ledger.submit(Some.submission("a"))).isInstanceOf(SubmitDecision.Admitted.class);
    }

    @Test
    void whatIsHeldIsLetGoByTheCommit() throws SQLException {
        for (String key : List.of("a", "b", "c")) {
            ledger.submit(Submit.held(
                    Some.POOL, Some.submission(key).submission(), new Hold(Duration.ofHours(1), Hold.Then.WITHDRAW)));
        }
        inTransaction(true, connection -> {
            JoinedTransaction joined = ledger.join(connection);
            assertThat(joined.promote(new Promote(Some.work("a")))).isEqualTo(new PromoteDecision.Promoted());
            assertThat(joined.withdraw(new Withdraw(Some.work("b"), "ann", "not paid")))
                    .isEqualTo(new WithdrawDecision.Withdrawn());
            assertThat(status("a")).as("before the commit").contains(Status.HELD);
        });
        inTransaction(false, connection -> ledger.join(connection).promote(new Promote(Some.work("c"))));
        assertThat(status("a")).contains(Status.QUEUED);
        assertThat(status("b")).contains(Status.CANCELLED);
        assertThat(status("c")).contains(Status.HELD);
        assertThat(Some.claim(ledger, 1, 5)).extracting(Grant::work).containsExactly(Some.work("a"));
        Invariants.check(ledger);
    }

    @Test
    void aKeyThatIsKnownIsAnsweredAsEverywhere() throws SQLException {
        Some.submit(ledger, "a");
        inTransaction(true, connection -> {
            List<SubmitDecision> decisions = ledger.join(connection)
                    .submitAll(List.of(Some.submission("a"), Some.submission("b"), Some.submission("b")));
            assertThat(decisions.get(0)).isInstanceOf(SubmitDecision.Repeated.class);
            assertThat(decisions.get(1)).isInstanceOf(SubmitDecision.Admitted.class);
            assertThat(decisions.get(2)).isInstanceOf(SubmitDecision.Repeated.class);
        });
    }

    /** What was inserted for the others is taken back; what the caller has written stays. */
    @Test
    void allUnitsOrNoneJoinTheTransaction() throws SQLException {
        Some.submit(ledger, "taken");
        Submit other = new Submit(
                Some.POOL, Sample.submission("taken").fairnessKey("else").build());
        inTransaction(true, connection -> {
            JoinedTransaction joined = ledger.join(connection);
            order(connection, "o1");
            assertThat(joined.submitTogether(new SubmitTogether(List.of(Some.submission("a"), other))))
                    .isInstanceOfSatisfying(
                            SubmitTogetherDecision.Refused.class,
                            refused -> assertThat(refused.refusals())
                                    .extracting(SubmitTogetherDecision.Refusal::place)
                                    .containsExactly(1));
            assertThat(joined.submitTogether(
                            new SubmitTogether(List.of(Some.submission("b"), Some.submission("taken")))))
                    .isInstanceOf(SubmitTogetherDecision.Admitted.class);
            assertThat(status("b")).as("before the commit").isEmpty();
        });
        assertThat(orders()).isEqualTo(1);
        assertThat(status("a")).isEmpty();
        assertThat(status("b")).contains(Status.QUEUED);
        Invariants.check(ledger);
    }

    /** A claim that begins after such a transaction and ends before it must not make its unit invisible. PF-141. */
    @Test
    void workOfASlowTransactionIsFound() throws SQLException {
        inTransaction(true, connection -> {
            ledger.join(connection).submit(Some.submission("slow"));
            Some.submit(ledger, "quick");
            assertThat(Some.claim(ledger, 1, 5)).extracting(Grant::work).containsExactly(Some.work("quick"));
        });
        assertThat(Some.claim(ledger, 2, 5)).extracting(Grant::work).containsExactly(Some.work("slow"));
    }

    @Test
    void settlementAndBusinessWriteAreOneCommit() throws SQLException {
        Some.submit(ledger, "a");
        Grant grant = Some.claim(ledger, 1, 1).getFirst();
        inTransaction(false, connection -> {
            order(connection, "o1");
            ledger.join(connection).settle(Some.success(grant));
        });
        assertThat(status("a")).contains(Status.CLAIMED);
        assertThat(ledger.isSettled(grant.work(), grant.fence())).isFalse();
        inTransaction(true, connection -> {
            order(connection, "o1");
            ledger.join(connection).settle(Some.success(grant));
        });
        assertThat(status("a")).contains(Status.SUCCEEDED);
        assertThat(orders()).isEqualTo(1);
        assertThat(ledger.isSettled(grant.work(), grant.fence())).isTrue();
    }

    /** Where run time is charged, a run that ends in somebody else's transaction is one like any other. */
    @Test
    void aRunThatEndsInItIsCharged() throws SQLException {
        PoolPolicy charging = PoolPolicy.DEFAULT
                .change()
                .fairness(Fairness.EQUAL.withCost(Fairness.Cost.RUN_TIME))
                .build();
        ledger.submit(new DefinePool(Some.POOL, charging).replacing(1));
        Some.submit(ledger, "a");
        Grant grant = Some.claim(ledger, 1, 1).getFirst();
        Account runs = Account.runs(
                Some.POOL, grant.submission().requirements().eligibility().kind());

        inTransaction(false, connection -> ledger.join(connection).settle(Some.success(grant)));
        assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().amount(runs))
                .isZero();
        inTransaction(true, connection -> ledger.join(connection).settle(Some.success(grant)));

        assertThat(ledger.ask(new ShowPool(Some.POOL)).orElseThrow().amount(runs))
                .isEqualTo(1);
        assertThat(PostgresMaintenance.check(SCHEMAS.source, schema)).isEmpty();
    }

    @Test
    void aStaleFenceMakesTheCommitImpossible() throws SQLException {
        Some.submit(ledger, "a");
        Grant grant = Some.claim(ledger, 1, 1).getFirst();
        Some.succeed(ledger, grant);
        try (Connection connection = SCHEMAS.source.getConnection()) {
            connection.setAutoCommit(false);
            order(connection, "o1");
            assertThatThrownBy(() -> ledger.join(connection).settle(Some.success(grant)))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo(PostgresVerdicts.STALE_CLAIM));
            connection.rollback();
        }
        assertThat(orders()).isZero();
    }

    /** The database itself says no, whatever this process believes to know of the claim. */
    @Test
    void aClaimThatWasLostBehindOurBackMakesTheCommitImpossible() throws SQLException {
        Some.submit(ledger, "a");
        Grant grant = Some.claim(ledger, 1, 1).getFirst();
        SCHEMAS.execute(schema, "UPDATE unit SET fence = fence + 1");
        try (Connection connection = SCHEMAS.source.getConnection()) {
            connection.setAutoCommit(false);
            order(connection, "o1");
            assertThatThrownBy(() -> ledger.join(connection).settle(Some.success(grant)))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> order(connection, "o2")).hasMessageContaining("transaction is aborted");
            connection.commit(); // which the server makes a rollback
        }
        assertThat(orders()).isZero();
    }

    /** Also where this process knows already that nothing is held, it is the server that refuses: some callers commit anyway. */
    @Test
    void whatIsKnownToBeStaleMakesTheCommitImpossibleToo() throws SQLException {
        Some.submit(ledger, "a");
        Grant grant = Some.claim(ledger, 1, 1).getFirst();
        Some.succeed(ledger, grant);
        try (Connection connection = SCHEMAS.source.getConnection()) {
            connection.setAutoCommit(false);
            order(connection, "o1");
            assertThatThrownBy(() -> ledger.join(connection).settle(Some.success(grant)))
                    .isInstanceOf(SQLException.class);
            connection.commit(); // which the server makes a rollback
        }
        assertThat(orders()).isZero();
    }

    /** A class is dropped while nothing waits in it that anybody can see; the fold of what was on its way gives it back. */
    @Test
    void aClassThatWasDroppedMeanwhileComesBack() throws SQLException {
        Some.submit(ledger, "a");
        Some.succeed(ledger, Some.claim(ledger, 1, 1).getFirst());
        assertThat(Some.claim(ledger, 2, 1)).isEmpty();
        inTransaction(true, connection -> {
            ledger.join(connection).submit(Some.submission("b"));
            SCHEMAS.execute(schema, "UPDATE eligibility SET class = NULL");
        });
        assertThat(Some.claim(ledger, 3, 5)).extracting(Grant::work).containsExactly(Some.work("b"));
    }

    /** Nobody can end a caller's transaction; so a sweep, which holds the pool, must not wait for what it has locked. */
    @Test
    void aSweepLeavesOutWhatAnOpenTransactionIsAboutToSettle() throws SQLException {
        ManualClock clock = new ManualClock();
        try (PostgresLedger timed = PostgresLedger.open(
                SCHEMAS.source,
                PostgresOptions.DEFAULT
                        .withSchema(SCHEMAS.create())
                        .withClock(clock)
                        .withNotifications(false))) {
            Some.define(timed);
            Some.register(timed);
            Some.submit(timed, "a");
            Grant grant = Some.claim(timed, 1, 1).getFirst();
            clock.advance(Duration.ofHours(1));
            inTransaction(false, connection -> {
                timed.join(connection).settle(Some.success(grant));
                assertThat(swept(timed).lost()).isZero();
            });
            assertThat(swept(timed).lost()).isEqualTo(1);
        }
    }

    private static SweepDecision.Swept swept(Ledger ledger) {
        return (SweepDecision.Swept) ledger.submit(new Sweep(Some.POOL, true));
    }

    @Test
    void anotherLedgerIsRecognised() throws SQLException {
        Some.submit(ledger, "a");
        Grant grant = Some.claim(ledger, 1, 1).getFirst();
        assertThat(ledger.isSettled(grant.work(), grant.fence())).isFalse();
        inTransaction(false, connection -> ledger.join(connection).settle(Some.success(grant)));
        SCHEMAS.execute(schema, "UPDATE authority SET identity = gen_random_uuid()");
        inTransaction(
                false,
                connection -> assertThatThrownBy(() -> ledger.join(connection).settle(Some.success(grant)))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                failure -> assertThat(failure.getSQLState()).isEqualTo("HF002")));
    }

    /** A commit without an answer: whoever asks waits until the server knows it. */
    @Test
    void anUnknownCommitIsResolvedByWaitingForIt() throws Exception {
        Some.submit(ledger, "a");
        Grant grant = Some.claim(ledger, 1, 1).getFirst();
        CompletableFuture<Boolean> asked = new CompletableFuture<>();
        inTransaction(true, connection -> {
            ledger.join(connection).settle(Some.success(grant));
            Thread.ofVirtual().start(() -> asked.complete(ledger.isSettled(grant.work(), grant.fence())));
            awaitWaiter();
            assertThat(asked).isNotDone();
        });
        assertThat(asked.join()).isTrue();
    }

    /** Until somebody waits for a lock in this schema. */
    private void awaitWaiter() throws SQLException {
        try (Connection connection = SCHEMAS.source.getConnection();
                var query = connection.prepareStatement("""
                    SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE ?\
                    """)) {
            query.setString(1, "%" + schema + ".unit_id%");
            while (true) {
                try (var row = query.executeQuery()) {
                    row.next();
                    if (row.getInt(1) > 0) {
                        return;
                    }
                }
                Thread.onSpinWait();
            }
        }
    }
}
