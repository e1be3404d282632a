// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.ShowSchedule;
import dev.holdfast.jdbc.sqlite.SqliteLedger;
import dev.holdfast.runtime.schedule.SchedulePass;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PF-150: a schedule whose row is damaged is reported, and those behind it are passed. */
class UnreadableScheduleTest {
    @TempDir
    Path folder;

    @Test
    void itIsReportedAndStopsNoOther() throws SQLException {
        Path file = folder.resolve("ledger.db");
        try (Ledger ledger = SqliteLedger.open(file)) {
            PoolId pool = new PoolId("p");
            ledger.submit(new DefinePool(pool, PoolPolicy.DEFAULT));
            Recurrence daily = new Recurrence.Every(Duration.ofDays(1), new Moment(0));
            for (String name : List.of("damaged", "sound")) {
                ledger.submit(new SetSchedule(
                        new ScheduleId(name),
                        ScheduleTerms.of(pool, ScheduleTerms.template("report"), daily),
                        Optional.empty(),
                        "ann",
                        "test"));
            }
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE schedule SET timing = 'damaged' WHERE name = 'damaged'");
        }
        try (Ledger ledger = SqliteLedger.open(file)) {
            Moment before = sound(ledger).next();
            List<String> troubles = new ArrayList<>();

            new SchedulePass(ledger, (schedule, why) -> troubles.add(schedule + ": " + why)).run();

            assertThat(troubles).singleElement().asString().startsWith("damaged: it cannot be read: ");
            assertThat(sound(ledger).next()).isGreaterThan(before);
        }
    }

    private static Schedule sound(Ledger ledger) {
        return ledger.ask(new ShowSchedule(new ScheduleId("sound"))).orElseThrow();
    }
}
