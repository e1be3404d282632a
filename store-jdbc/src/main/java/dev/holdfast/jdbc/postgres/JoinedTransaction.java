// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Admission;
import dev.holdfast.core.ledger.Joining;
import dev.holdfast.core.work.Insertion;
import dev.holdfast.core.work.NewUnit;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.PromoteDecision;
import dev.holdfast.core.work.Save;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.SubmitTogetherDecision;
import dev.holdfast.core.work.Terms;
import dev.holdfast.core.work.UnitCommand;
import dev.holdfast.core.work.Withdraw;
import dev.holdfast.core.work.WithdrawDecision;
import dev.holdfast.jdbc.SqlFunction;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A part of a caller's transaction. Nothing is retried here and no setting of the connection is changed; an error of the
 * database is passed on as it came, and the caller rolls back. After its commit the caller runs {@link #wake()}, so that
 * idle workers hear of the work at once; without that they find it when they poll.
 *
 * <p>Used by the thread that uses the connection.
 */
public final class JoinedTransaction {
    private static final String LOCK =
            "SELECT u.seq FROM $.unit_id i JOIN $.unit u ON u.seq = i.seq WHERE i.id = ? FOR NO KEY UPDATE OF u";

    private final Database database;
    private final Session session;
    private final Connection connection;
    private boolean checked;

    JoinedTransaction(Database database, Connection connection) {
        this.database = database;
        this.connection = connection;
        this.session = new Session(connection, database.known(), database.given(), true);
    }

    /**
     * Submits a unit: it exists once the caller's transaction has committed. Its decision is the one that
     * {@link dev.holdfast.core.ledger.Ledger#submit} would give; only an admission depends on the commit.
     *
     * @throws SQLException as the database reported it; the transaction can only be rolled back
     */
    public SubmitDecision submit(Submit command) throws SQLException {
        return submitAll(List.of(command)).getFirst();
    }

    /**
     * Submits units of one pool, in order, in one statement.
     *
     * @throws IllegalArgumentException when they are of several pools
     */
    public List<SubmitDecision> submitAll(List<Submit> commands) throws SQLException {
        if (commands.isEmpty()) {
            return List.of();
        }
        checkLedger();
        PoolId pool = commands.getFirst().pool();
        if (commands.stream().anyMatch(command -> !command.pool().equals(pool))) {
            throw new IllegalArgumentException("units of one pool at a time");
        }
        try {
            return Admission.admit(commands, terms(pool), store(pool, units -> insert(pool, units)));
        } catch (Failed e) {
            throw e.failure;
        }
    }

    /**
     * Submits units of which all exist once the caller's transaction has committed, or none does. What else the transaction
     * has done and does stays as it is either way.
     *
     * @throws SQLException as the database reported it; the transaction can only be rolled back
     */
    public SubmitTogetherDecision submitTogether(SubmitTogether command) throws SQLException {
        checkLedger();
        PoolId pool = command.pool();
        try {
            return SubmitTogetherDecision.of(
                    command,
                    Admission.admitTogether(
                            command.each(), terms(pool), store(pool, units -> insertTogether(pool, units))));
        } catch (Failed e) {
            throw e.failure;
        }
    }

    private List<Insertion> insert(PoolId pool, List<NewUnit> units) {
        return new Insertions(database, pool).insert(units, this::here);
    }

    private List<Insertion> insertTogether(PoolId pool, List<NewUnit> units) {
        return here(joined -> {
            Savepoint before = connection.setSavepoint();
            List<Insertion> insertions = insert(pool, units);
            if (!Admission.areIn(units, insertions)) {
                connection.rollback(before);
            }
            connection.releaseSavepoint(before);
            return insertions;
        });
    }

    /**
     * Lets a held unit go once the caller's transaction has committed. The unit stays locked until then: a sweep passes it
     * over, and whoever else decides about it waits.
     *
     * @throws SQLException as the database reported it; the transaction can only be rolled back
     */
    public PromoteDecision promote(Promote command) throws SQLException {
        return (PromoteDecision) decide(command);
    }

    /** Ends a unit that is still held once the caller's transaction has committed; otherwise as {@link #promote}. */
    public WithdrawDecision withdraw(Withdraw command) throws SQLException {
        return (WithdrawDecision) decide(command);
    }

    private Decision decide(UnitCommand<?> command) throws SQLException {
        checkLedger();
        session.sql.of(LOCK).text(command.work().value()).first(row -> row.number());
        Save<List<Decision>> save = Joining.decide(command, PostgresShelf.unitsPage(session, List.of(command.work())));
        new Saving(session, session.now()).save(save.changes());
        return save.answer().getFirst();
    }

    /**
     * Settles a claim as succeeded, in one statement that fails unless this claim is held in this ledger: then the
     * transaction cannot commit, and with it nothing that was done under the claim. It should be the last statement before
     * the commit, because it locks the unit.
     *
     * @param command its answer is {@link dev.holdfast.core.work.Answer.Succeeded}
     * @throws SQLException with state {@code HF001} when the claim is no longer held, {@code HF002} when the connection
     *     leads to another ledger, otherwise as the database reported it
     */
    public void settle(Settle command) throws SQLException {
        String identity = database.identity();
        boolean[] settled = new Settling(session, List.of(command)).settle(Optional.of(identity));
        if (!settled[0]) {
            throw new SQLException("the claim is no longer held", PostgresVerdicts.STALE_CLAIM);
        }
    }

    private Admission.Store store(PoolId pool, Function<List<NewUnit>, List<Insertion>> insertion) {
        return new Admission.Store() {
            @Override
            public List<Insertion> insert(List<NewUnit> units) {
                return insertion.apply(units);
            }

            @Override
            public List<Optional<Insertion>> inTheWay(List<NewUnit> units) {
                return here(session -> new InTheWay(session, pool).of(units));
            }

            @Override
            public long queued() {
                return here(session -> Accounts.queued(session, pool));
            }
        };
    }

    private Admission.Source terms(PoolId pool) {
        return new Admission.Source() {
            @Override
            public Optional<Terms> known() {
                return read(KnownPools::terms);
            }

            @Override
            public Optional<Terms> newest() {
                return read(KnownPools::newest);
            }

            private Optional<Terms> read(Reading reading) {
                return here(session -> {
                    Optional<Integer> number = session.poolNumber(pool);
                    return number.isEmpty()
                            ? Optional.empty()
                            : Optional.of(reading.read(session.known.pools, session, number.get()));
                });
            }
        };
    }

    private interface Reading {
        Terms read(KnownPools pools, Session session, int number) throws SQLException;
    }

    private void checkLedger() throws SQLException {
        if (!checked) {
            String identity = session.sql
                    .of("SELECT identity::text FROM $.authority")
                    .first(row -> row.text())
                    .orElse("");
            if (!identity.equals(database.identity())) {
                throw new SQLException("the connection leads to another ledger", PostgresVerdicts.FOREIGN_LEDGER);
            }
            checked = true;
        }
    }

    /** After the caller's commit: tells idle workers. */
    public void wake() {
        database.wake();
    }

    private <R> R here(SqlFunction<Session, R> work) {
        try {
            return work.apply(session);
        } catch (SQLException e) {
            throw new Failed(e);
        }
    }

    /** Takes a checked failure through an interface that knows none. */
    private static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;
        final transient SQLException failure;

        Failed(SQLException failure) {
            super(failure);
            this.failure = failure;
        }
    }
}
