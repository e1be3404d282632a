// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.jdbc.sqlite.SqliteLedger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However many attempts a file has, what is asked about a few of them reads those. */
class AttemptPlansTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                AttemptRows.ASKED,
                AttemptRows.FIND,
                AttemptRows.OF_OWNER,
                AttemptRows.SOME,
                AttemptRows.DUE,
                AttemptRows.NEXT,
                AttemptRows.OPEN,
                AttemptParts.SELECT
            })
    void tablesAreSearchedByWhatIsAskedFor(String template) throws Exception {
        Path file = folder.resolve("ledger.db");
        SqliteLedger.open(file).close();
        List<String> steps = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement explain = connection.createStatement();
                ResultSet plan = explain.executeQuery("EXPLAIN QUERY PLAN "
                        + AttemptSql.ofAuthority(1).spell(template).replace("?", "'[]'"))) {
            while (plan.next()) {
                steps.add(plan.getString("detail"));
            }
        }
        assertThat(steps)
                .filteredOn(step -> step.contains("attempt") || step.matches("(SEARCH|SCAN) [aspx] .*"))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step).matches("SEARCH .*\\(authority=\\? AND .*"));
        if (template.matches("(?s).*ORDER BY [ap]\\..*")) {
            assertThat(steps).as("in the order of an index").doesNotContain("USE TEMP B-TREE FOR ORDER BY");
        }
    }
}
