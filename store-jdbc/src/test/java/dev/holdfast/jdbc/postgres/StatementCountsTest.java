// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.jdbc.Some;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** PF-115: how many statements a submission takes, which is how often its caller waits for the server. */
class StatementCountsTest {
    private static final Schemas SCHEMAS = new Schemas();

    private final AtomicInteger statements = new AtomicInteger();

    @AfterAll
    static void dropSchemas() {
        SCHEMAS.close();
    }

    @Test
    void aBatchTakesAsManyAsOne() {
        PostgresOptions options =
                PostgresOptions.DEFAULT.withSchema(SCHEMAS.create()).withNotifications(false);
        try (Ledger ledger = PostgresLedger.open(counted(DataSource.class, SCHEMAS.source), options)) {
            Some.define(ledger);
            Some.submit(ledger, "warm");

            assertThat(takes(ledger, 0, 1)).isOne();
            assertThat(takes(ledger, 10, 10)).isOne();
            assertThat(takes(ledger, 1_000, 1_000)).isOne();
            int again = takes(ledger, 0, 1);
            assertThat(again).as("sent again").isBetween(1, 5);
            assertThat(takes(ledger, 1_000, 1_000)).as("a batch sent again").isLessThanOrEqualTo(again);
        }
    }

    private int takes(Ledger ledger, int from, int count) {
        List<Submit> units = IntStream.range(from, from + count)
                .mapToObj(i -> Some.submission("k" + i))
                .toList();
        int before = statements.get();
        assertThat(ledger.submitAll(units)).hasSize(count).hasOnlyElementsOfType(SubmitDecision.Done.class);
        return statements.get() - before;
    }

    /** The same object, but that every execution of a statement made with it is counted. */
    private <T> T counted(Class<T> type, T object) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (object instanceof Statement && method.getName().startsWith("execute")) {
                        statements.incrementAndGet();
                    }
                    return watched(method.getReturnType(), call(object, method, arguments));
                }));
    }

    private Object watched(Class<?> type, Object result) {
        if (type == Connection.class) {
            return counted(Connection.class, (Connection) result);
        }
        if (type == PreparedStatement.class) {
            return counted(PreparedStatement.class, (PreparedStatement) result);
        }
        return type == Statement.class ? counted(Statement.class, (Statement) result) : result;
    }

    private static Object call(Object object, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
