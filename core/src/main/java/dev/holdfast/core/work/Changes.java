// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a decision wants written, all or nothing. The store adds {@link Reactions#additions} of the unit changes to the
 * accounts in the same commit.
 *
 * @param pools new states of pools whose lock is held
 * @param workers new states of workers
 * @param units each guarded by the version of its {@code before}
 * @param submitted units that the ledger itself submits, inquiries and ticks of schedules, to be inserted into pools that
 *     are there, in order; one whose id is taken is left out, and none lacks its class
 * @param schedules new states of schedules whose locks are held
 * @param audit to be added, in order, without numbers
 * @param domain a new state of a shared domain whose lock is held
 * @param recording of the events of a pool that starts or stops with this commit
 */
public record Changes(
        List<Pool> pools,
        List<WorkerRecord> workers,
        List<UnitChange> units,
        List<NewUnit> submitted,
        List<ScheduleChange> schedules,
        List<AuditEntry> audit,
        Optional<Domain> domain,
        Optional<Recording> recording) {
    public static final Changes NONE = new Changes(List.of(), List.of(), List.of());

    /** With the inquiries that follow from the units; no operator has asked for it. */
    public Changes(List<Pool> pools, List<WorkerRecord> workers, List<UnitChange> units) {
        this(pools, workers, units, Reactions.inquiries(units), List.of(), List.of());
    }

    /** Nothing starts or stops being recorded. */
    public Changes(
            List<Pool> pools,
            List<WorkerRecord> workers,
            List<UnitChange> units,
            List<NewUnit> submitted,
            List<ScheduleChange> schedules,
            List<AuditEntry> audit) {
        this(pools, workers, units, submitted, schedules, audit, Optional.empty(), Optional.empty());
    }

    public static Changes of(Pool pool) {
        return new Changes(List.of(pool), List.of(), List.of());
    }

    public static Changes of(WorkerRecord worker) {
        return new Changes(List.of(), List.of(worker), List.of());
    }

    static Changes of(ScheduleChange schedule) {
        return new Changes(List.of(), List.of(), List.of(), List.of(), List.of(schedule), List.of());
    }

    static Changes of(Domain domain) {
        return new Changes(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.of(domain),
                Optional.empty());
    }

    static Changes of(Recording recording) {
        return new Changes(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.of(recording));
    }

    /** These changes, and units that the ledger itself submits. */
    Changes submitting(List<NewUnit> fresh) {
        List<NewUnit> all = new ArrayList<>(submitted);
        all.addAll(fresh);
        return new Changes(pools, workers, units, all, schedules, audit, domain, recording);
    }

    /** These changes, and what the audit says of the command that they are for. */
    Changes audited(Command<?> command, Decision decision, Moment now) {
        List<AuditEntry> all = new ArrayList<>(audit);
        AuditRules.entry(command, decision, now).ifPresent(all::add);
        return new Changes(pools, workers, units, submitted, schedules, all, domain, recording);
    }

    public boolean isNone() {
        return pools.isEmpty()
                && workers.isEmpty()
                && units.isEmpty()
                && submitted.isEmpty()
                && schedules.isEmpty()
                && audit.isEmpty()
                && domain.isEmpty()
                && recording.isEmpty();
    }
}
