// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.core.Command;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListSchedules;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.testkit.AttemptInvariants;
import dev.holdfast.testkit.FaultProxy;
import dev.holdfast.testkit.Invariants;
import dev.holdfast.testkit.ManualClock;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.postgresql.ds.PGSimpleDataSource;

/** One schema, a ledger that reaches it through a bad network, and one that sees what is really there. */
final class FaultWorld implements AutoCloseable {
    private static final int CONNECTIONS = 4;
    private static final int SECONDS_OF_SILENCE = 1;
    private static final long WAIT_FOR_CONNECTION_MILLIS = 1_000;

    final FaultProxy proxy;
    private final Schemas schemas = new Schemas();
    private final HikariDataSource through;
    private final String schema = schemas.create();

    FaultWorld() {
        this.proxy = FaultProxy.to(schemas.server.host(), schemas.server.port());
        PGSimpleDataSource source =
                schemas.server.behind(proxy.host(), proxy.port()).dataSource();
        source.setSocketTimeout(SECONDS_OF_SILENCE);
        source.setConnectTimeout(SECONDS_OF_SILENCE);
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(WAIT_FOR_CONNECTION_MILLIS);
        config.setValidationTimeout(WAIT_FOR_CONNECTION_MILLIS);
        this.through = new HikariDataSource(config);
    }

    void empty() {
        schemas.emptied(schema);
    }

    /** A ledger behind the proxy; as a process that has just started, it knows nothing yet. */
    PostgresLedger through(ManualClock clock, UnaryOperator<PostgresOptions> more) {
        return PostgresLedger.open(through, more.apply(options(clock)));
    }

    /** A ledger that does not go through the proxy. */
    PostgresLedger direct(ManualClock clock) {
        return PostgresLedger.open(schemas.source, options(clock));
    }

    private PostgresOptions options(ManualClock clock) {
        return PostgresOptions.DEFAULT
                .withSchema(schema)
                .withNotifications(false)
                .withClock(clock);
    }

    /** The answers as text, without the numbers that a transaction burns when it is rolled back. */
    static String answers(Ledger ledger, List<? extends Command<?>> commands) {
        return withoutSequences(ledger.submitAll(commands).toString());
    }

    private static String withoutSequences(String text) {
        return text.replaceAll("sequence=\\d+", "sequence");
    }

    /** Everything that is there, and that it is right in itself. */
    String state(ManualClock clock) {
        try (Ledger direct = direct(clock)) {
            Invariants.check(direct);
            StringBuilder state = new StringBuilder();
            Invariants.units(direct).forEach(unit -> state.append(unit).append('\n'));
            direct.ask(new ListSchedules())
                    .forEach(schedule -> state.append(schedule).append('\n'));
            List<Attempt> attempts = direct.ask(new ListAttempts(new ExecutionOwnerId("o")));
            AttemptInvariants.check(attempts);
            attempts.forEach(attempt -> state.append(attempt).append('\n'));
            for (Pool pool : direct.ask(new ListPools())) {
                state.append(pool).append('\n');
                direct.ask(new ListWorkers(pool.id()))
                        .forEach(worker -> state.append(worker).append('\n'));
                direct.ask(new ShowPool(pool.id()))
                        .ifPresent(snapshot -> new TreeSet<>(snapshot.used().entrySet().stream()
                                        .map(Object::toString)
                                        .toList())
                                .forEach(used -> state.append(used).append('\n')));
            }
            return withoutSequences(state.toString());
        }
    }

    @Override
    public void close() {
        through.close();
        proxy.close();
        schemas.close();
    }
}
