// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListSchedules;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Recurrence;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Schedule;
import dev.holdfast.core.work.ScheduleTerms;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.ShowSchedule;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** PF-152: what is asked of a ledger in which one row of each sort cannot be read, and what it still has to do. */
public final class Unreadables {
    private static final PoolId DAMAGED = new PoolId("damaged");

    private Unreadables() {}

    /**
     * Of units, workers, schedules and pools some that are sound and one that is called {@code damaged}; a worker of that
     * name holds unit {@code held}.
     */
    public static void fill(Ledger ledger) {
        Some.define(ledger);
        ledger.submit(new DefinePool(DAMAGED, PoolPolicy.DEFAULT));
        Some.register(ledger);
        Some.submit(ledger, "held");
        WorkerId damaged = new WorkerId("damaged");
        ledger.submit(new RegisterWorker(WorkerOffer.of(damaged, Set.of(Some.POOL), Set.of("job"), 1)));
        assertThat(ledger.submit(new ClaimWork(Some.POOL, damaged, new RequestId(0, 0, 1), Some.SECRET, 1)))
                .isInstanceOf(ClaimDecision.Granted.class);
        Some.submit(ledger, "damaged", "sound");
        for (String name : List.of("damaged", "sound")) {
            ledger.submit(new SetSchedule(new ScheduleId(name), terms(), Optional.empty(), "ann", "needed"));
        }
    }

    private static ScheduleTerms terms() {
        Recurrence hourly = new Recurrence.Every(Duration.ofHours(1), new Moment(0));
        return ScheduleTerms.of(Some.POOL, ScheduleTerms.template("job"), hourly);
    }

    /** The statements that damage all of them but the unit. */
    public static final List<String> DAMAGE = List.of(
            "UPDATE schedule SET timing = 'damaged' WHERE name = 'damaged'",
            "UPDATE worker SET offer = 'damaged' WHERE name = 'damaged'",
            "UPDATE pool SET policy = 'damaged' WHERE name = 'damaged'");

    /**
     * @param ledger of another process than the one that wrote them
     * @param end ends the lease of the worker
     */
    public static void check(Ledger ledger, Runnable end) {
        DueSchedules.Found due = ledger.ask(new DueSchedules(Optional.empty()));
        assertThat(due.due()).extracting(Schedule::id).containsExactly(new ScheduleId("sound"));
        assertThat(due.unreadable())
                .extracting(DueSchedules.Unreadable::schedule)
                .containsExactly(new ScheduleId("damaged"));
        assertThat(ledger.ask(new ListSchedules())).extracting(Schedule::id).containsExactly(new ScheduleId("sound"));
        assertThatThrownBy(() -> ledger.ask(new ShowSchedule(new ScheduleId("damaged"))))
                .isInstanceOf(RowUnreadable.class)
                .hasMessageContaining("schedule 'damaged' cannot be read");

        assertThat(ledger.ask(new ListPools())).extracting(Pool::id).containsExactly(Some.POOL);
        assertThat(ledger.ask(new ListWorkers(Some.POOL)))
                .extracting(WorkerRecord::id)
                .containsExactly(Some.WORKER);

        assertThat(units(ledger)).hasSize(2);
        assertThatThrownBy(() -> ledger.ask(new Inspect(Some.work("damaged"))))
                .isInstanceOf(RowUnreadable.class)
                .hasMessageContaining("cannot be read");

        end.run();
        ledger.submit(new Sweep(Some.POOL, true));
        assertThat(units(ledger))
                .filteredOn(unit -> unit.id().equals(Some.work("held")))
                .extracting(Unit::status)
                .containsExactly(Status.QUEUED);
    }

    private static List<Unit> units(Ledger ledger) {
        return ledger.ask(new FindWork(
                        Optional.of(Some.POOL), EnumSet.of(Status.QUEUED, Status.CLAIMED), Optional.empty(), 0, 100))
                .units();
    }

    /** What doctor has to say. */
    public static void checkFindings(List<Finding> findings) {
        assertThat(findings)
                .filteredOn(finding -> finding.code().equals("unreadable"))
                .extracting(finding -> finding.problem().replaceAll("^([a-z]+) .*", "$1"))
                .containsExactly("schedule", "worker", "pool", "unit");
    }
}
