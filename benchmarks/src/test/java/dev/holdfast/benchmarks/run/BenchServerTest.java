// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.benchmarks.run.Database.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server that is measured. */
@Timeout(120)
class BenchServerTest {
    @Test
    void isAsDurableAsInProductionAndLeavesNothing() throws Exception {
        try (BenchServer server = BenchServer.start()) {
            Database database = server.database();
            assertThat(database.text("SHOW fsync")).isEqualTo("on");
            assertThat(database.text("SHOW synchronous_commit")).isEqualTo("on");
            assertThat(database.text("SHOW full_page_writes")).isEqualTo("on");
            assertThat(database.part(Property.USER)).isEqualTo("postgres");
            assertThat(database.part(Property.NAME)).isEqualTo("postgres");
            long before = database.walPosition();
            database.execute("CREATE TABLE something (id bigint)");
            assertThat(database.walPosition()).isGreaterThan(before);
        }
        try (Stream<Path> files = Files.list(Path.of(""))) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("bench-"));
        }
    }
}
