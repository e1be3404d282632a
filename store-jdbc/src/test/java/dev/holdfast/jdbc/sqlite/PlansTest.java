// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a claim, a settlement and a heartbeat ask is answered by an index, in its order: nothing is scanned or sorted, so
 * that the cost does not grow with what waits or has ended.
 */
class PlansTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("ledger.db");
    }

    @BeforeEach
    void make() {
        SqliteLedger.open(file()).close();
    }

    static List<Map.Entry<String, String>> statements() {
        return List.of(
                Map.entry("ready lanes", LaneViews.READY),
                Map.entry("parked lanes", LaneViews.PARKED),
                Map.entry("what lanes are parked on", LaneViews.NEXT_SPOT),
                Map.entry("first units of a lane", LaneViews.HEADS),
                Map.entry("due units", DueMoves.DUE),
                Map.entry("moving due units", DueMoves.MOVE),
                Map.entry("when the next unit is due", Pools.NEXT_DUE),
                Map.entry("a remembered request", Requests.FIND),
                Map.entry("its live claims", Requests.LIVE),
                Map.entry("granted units", Grants.SELECT),
                Map.entry("claiming", Grants.CLAIM),
                Map.entry("live claims by id", LiveClaims.SELECT),
                Map.entry("checking a run", Settling.COUNT),
                Map.entry("settling", Settling.SETTLE),
                Map.entry("claims of a worker", WorkerPages.HELD),
                Map.entry("units past their latest start", Sweeping.LATE),
                Map.entry("uncertain, failed, cancelled or poisoned units", FoundWork.UNUSUAL));
    }

    /** PF-127. */
    @ParameterizedTest
    @MethodSource("statements")
    void usesIndexesOnly(Map.Entry<String, String> statement) throws SQLException {
        assertThat(plan(statement.getValue()))
                .as(statement.getKey())
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step)
                        .satisfiesAnyOf(
                                it -> assertThat(it).startsWith("SEARCH "),
                                it -> assertThat(it).startsWith("SCAN j VIRTUAL TABLE"),
                                it -> assertThat(it).startsWith("SCAN json_each VIRTUAL TABLE"),
                                it -> assertThat(it).startsWith("LIST SUBQUERY"),
                                it -> assertThat(it).isEqualTo("CREATE BLOOM FILTER")));
    }

    @Test
    void aScanWouldBeSeen() throws SQLException {
        assertThat(plan("SELECT seq FROM work WHERE state = 0 ORDER BY state_at"))
                .contains("SCAN work", "USE TEMP B-TREE FOR ORDER BY");
    }

    private List<String> plan(String statement) throws SQLException {
        List<String> steps = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement explain = connection.createStatement();
                ResultSet result = explain.executeQuery("EXPLAIN QUERY PLAN " + statement)) {
            while (result.next()) {
                steps.add(result.getString("detail"));
            }
        }
        return steps;
    }
}
