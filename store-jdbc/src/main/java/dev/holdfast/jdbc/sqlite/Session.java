// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.Status;
import dev.holdfast.jdbc.SqlFunction;
import dev.holdfast.jdbc.Statements;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** A connection and what it knows of one authority. Used by one thread at a time. */
final class Session implements AutoCloseable {
    final Statements sql;
    final long authority;
    final Accounts accounts;
    final Domains domains;
    final Pools pools;
    final Workers workers;
    final Eligibilities eligibilities;
    final Lanes lanes;
    final LanePhases phases;
    final LaneViews views;
    final Requests requests;
    final LiveClaims claims;
    final Units units;
    final UnitSaves saves;
    final Schedules schedules;
    private boolean changed;

    Session(Statements sql, long authority) {
        this.sql = sql;
        this.authority = authority;
        this.accounts = new Accounts(sql, authority);
        this.domains = new Domains(sql, authority);
        this.phases = new LanePhases(sql);
        this.pools = new Pools(sql, authority, domains, phases);
        this.workers = new Workers(sql, authority);
        this.eligibilities = new Eligibilities(sql);
        this.lanes = new Lanes(sql, eligibilities);
        this.views = new LaneViews(sql, lanes, eligibilities, accounts);
        this.requests = new Requests(sql, authority);
        this.claims = new LiveClaims(sql, authority);
        this.units = new Units(sql, authority, lanes);
        this.schedules = new Schedules(this);
        this.saves = new UnitSaves(sql, eligibilities, lanes, phases);
    }

    /**
     * Forgets what was read or made in a transaction, or a part of one, that did not commit: its numbers may be given out
     * again. That something may have changed is not forgotten: another part of the transaction may have said so, and a
     * change number that rises without reason does no harm.
     */
    void forget() throws SQLException {
        sql.reset();
        pools.forget();
        workers.forget();
        eligibilities.forget();
        lanes.forget();
        requests.forget();
        claims.forget();
    }

    /** A part of a transaction, taken back when its result is not worth keeping. */
    <R> R keepIf(Predicate<R> isKept, SqlFunction<Session, R> part) throws SQLException {
        sql.of("SAVEPOINT part").update();
        R result = part.apply(this);
        boolean kept = isKept.test(result);
        if (!kept) {
            sql.of("ROLLBACK TO part").update();
            forget();
        }
        sql.of("RELEASE part").update();
        return result;
    }

    /** This transaction may make work claimable. */
    void changed() {
        changed = true;
    }

    /** Raises the number that idle workers look at; once for all transactions of a commit. */
    void publishChanges() throws SQLException {
        if (changed) {
            changed = false;
            accounts.noteChange();
        }
    }

    /** Adds to the counts of a pool by status. */
    void count(PoolId pool, Map<Status, Long> counts) throws SQLException {
        Map<Account, Long> additions = new HashMap<>();
        counts.forEach((status, count) -> additions.put(Account.count(pool, status), count));
        accounts.add(additions);
    }

    int epoch() throws SQLException {
        return sql.of("SELECT epoch FROM authority WHERE id = ?")
                .number(authority)
                .first(row -> row.integer())
                .orElseThrow();
    }

    @Override
    public void close() throws SQLException {
        sql.close();
    }
}
