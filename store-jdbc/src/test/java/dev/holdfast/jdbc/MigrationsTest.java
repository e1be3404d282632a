// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    @Test
    void aFileIsCutIntoStatements() {
        assertThat(Migrations.statements("""
            -- A comment; with a semicolon.
            CREATE TABLE a (
                b TEXT
            );

            DROP TABLE c;
            """)).containsExactly("CREATE TABLE a (\n    b TEXT\n);", "DROP TABLE c;");
    }

    @Test
    void aFileEndsWithAStatement() {
        assertThatThrownBy(() -> Migrations.statements("CREATE TABLE a (\n"))
                .hasMessage("a migration ends within a statement: CREATE TABLE a (\n");
    }

    @Test
    void versionsGrow() {
        assertThatThrownBy(() -> Migrations.beside(MigrationsTest.class, List.of("V0__never.sql")))
                .hasMessage("migration V0__never.sql does not follow the one before it");
    }
}
