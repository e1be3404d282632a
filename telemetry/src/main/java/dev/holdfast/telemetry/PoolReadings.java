// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Account;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Escalation;
import dev.holdfast.core.work.Limits;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolSnapshot;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.WorkerRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/** What the gauges show of pools and schedules. */
final class PoolReadings {
    private static final double MICROS = 1e6;
    private static final List<String> WORKER_STATES = List.of("accepting", "draining", "unhealthy", "dead");

    private final TagNames names;
    private final Map<Instrument, List<Reading>> readings = new EnumMap<>(Instrument.class);

    PoolReadings(TagNames names) {
        this.names = names;
        Arrays.stream(Instrument.values())
                .filter(each -> each.type() == Instrument.Type.GAUGE)
                .forEach(each -> readings.put(each, new ArrayList<>()));
    }

    /** By gauge; a gauge that shows nothing has an empty list. */
    Map<Instrument, List<Reading>> all() {
        return readings;
    }

    /** @param oldestDue how long the unit that waits longest has been due; zero when none is */
    void add(PoolSnapshot snapshot, Duration oldestDue) {
        PoolId id = snapshot.pool().id();
        String pool = id.value();
        PoolPolicy policy = snapshot.pool().policy();
        for (Status status : Status.values()) {
            add(Instrument.POOL_UNITS, snapshot.count(status), pool, Words.ofEnum(status));
        }
        show(Instrument.POOL_OLDEST_DUE, Moment.micros(oldestDue) / MICROS, pool);
        add(Instrument.POOL_PAUSED, snapshot.pool().paused() ? 1 : 0, pool);
        add(
                Instrument.POOL_ESCALATED,
                snapshot.escalation().map(Escalation::units).orElse(0L),
                pool);
        add(Instrument.POOL_CLAIMS_USED, used(snapshot, Account.poolClaims(id)), pool);
        add(Instrument.POOL_CLAIMS_LIMIT, policy.maxLiveClaims(), pool);
        policy.capacity().forEach((resource, limit) -> {
            if (names.showsResource(resource)) {
                add(Instrument.POOL_RESOURCE_USED, used(snapshot, Account.poolResource(id, resource)), pool, resource);
                add(Instrument.POOL_RESOURCE_LIMIT, limit, pool, resource);
            }
        });
        snapshot.domainLimits().forEach((domain, limit) -> {
            if (names.showsDomain(domain)) {
                addDomain(snapshot, domain, limit);
            }
        });
        addWorkers(snapshot);
    }

    /** @param found the first page: who is further behind stands in no order, and whoever is behind is an alarm */
    void add(DueSchedules.Found found) {
        long furthest = found.due().stream()
                .mapToLong(schedule -> found.now().micros() - schedule.next().micros())
                .reduce(0, Math::max);
        show(Instrument.SCHEDULE_OVERDUE, furthest / MICROS);
        add(Instrument.SCHEDULE_UNREADABLE, found.unreadable().size());
    }

    private void addDomain(PoolSnapshot snapshot, String domain, DomainLimit limit) {
        String pool = snapshot.pool().id().value();
        Limits limits = snapshot.limits();
        Account live = Account.domainClaims(domain);
        add(Instrument.DOMAIN_CLAIMS_USED, used(snapshot, live), pool, domain);
        add(Instrument.DOMAIN_CLAIMS_QUARANTINED, limits.quarantined(live, snapshot::amount), pool, domain);
        add(Instrument.DOMAIN_CLAIMS_FREED, limits.freed(live, snapshot::amount), pool, domain);
        OptionalLong claims = limit.claims();
        if (claims.isPresent()) {
            add(Instrument.DOMAIN_CLAIMS_LIMIT, claims.getAsLong(), pool, domain);
        }
        limit.resources().forEach((resource, most) -> {
            if (names.showsResource(resource)) {
                Account account = Account.domainResource(domain, resource);
                long quarantined = limits.quarantined(account, snapshot::amount);
                long freed = limits.freed(account, snapshot::amount);
                add(Instrument.DOMAIN_RESOURCE_USED, used(snapshot, account), pool, domain, resource);
                add(Instrument.DOMAIN_RESOURCE_QUARANTINED, quarantined, pool, domain, resource);
                add(Instrument.DOMAIN_RESOURCE_FREED, freed, pool, domain, resource);
                add(Instrument.DOMAIN_RESOURCE_LIMIT, most, pool, domain, resource);
            }
        });
    }

    private void addWorkers(PoolSnapshot snapshot) {
        for (String state : WORKER_STATES) {
            long workers = snapshot.workers().stream()
                    .filter(worker -> state(worker, snapshot.now()).equals(state))
                    .count();
            add(Instrument.POOL_WORKERS, workers, snapshot.pool().id().value(), state);
        }
    }

    private static String state(WorkerRecord worker, Moment now) {
        if (!worker.isLive(now)) {
            return "dead";
        }
        if (!worker.healthy()) {
            return "unhealthy";
        }
        return worker.draining() ? "draining" : "accepting";
    }

    private static long used(PoolSnapshot snapshot, Account account) {
        return snapshot.amount(account);
    }

    private void add(Instrument gauge, long amount, String... values) {
        show(gauge, (double) amount, values);
    }

    private void show(Instrument gauge, double amount, String... values) {
        Objects.requireNonNull(readings.get(gauge)).add(new Reading(List.of(values), amount));
    }
}
