// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.util.List;

/**
 * Every metric there is. Names are stable: dashboards and alarms are built on them. {@code docs/metrics.md} is made from
 * this list.
 */
enum Instrument {
    COMMANDS("commands", Type.COUNTER, "{command}", "commands that were decided", Tag.COMMAND, Tag.OUTCOME),
    CALL_DURATION(
            "call.duration",
            Type.TIMER,
            "s",
            "calls of the ledger, as long as the caller waited; the outcome is answered, unavailable, unknown, broken"
                    + " or failed",
            Tag.COMMAND,
            Tag.OUTCOME),
    SUBMISSIONS("submissions", Type.COUNTER, "{submission}", "submissions", Tag.POOL, Tag.KIND, Tag.OUTCOME),
    CLAIMS("claims", Type.COUNTER, "{request}", "claim requests", Tag.POOL, Tag.OUTCOME),
    CLAIM_SIZE("claim.size", Type.DISTRIBUTION, "{unit}", "units in one answer that grants any", Tag.POOL),
    GRANTS(
            "grants",
            Type.COUNTER,
            "{unit}",
            "units that were claimed; a repeated answer counts once",
            Tag.POOL,
            Tag.KIND),
    CLAIM_DELAY(
            "claim.delay",
            Type.TIMER,
            "s",
            "from the admission of a unit, or the end of the delay it asked for, to the claim of its first attempt, by"
                    + " the ledger's clock; of the first " + Bounds.SAMPLE + " such claims after each refresh",
            Tag.POOL,
            Tag.KIND),
    SETTLEMENTS(
            "settlements",
            Type.COUNTER,
            "{settlement}",
            "what holders said about their claims, and what the ledger made of it",
            Tag.POOL,
            Tag.KIND,
            Tag.ANSWER,
            Tag.OUTCOME),
    ENDS(
            "ends",
            Type.COUNTER,
            "{unit}",
            "lives that ended, each counted once where it was ended, whatever command did it",
            Tag.POOL,
            Tag.KIND,
            Tag.STATUS,
            Tag.BY),
    DIRECTIVES("directives", Type.COUNTER, "{directive}", "what workers were told with a heartbeat", Tag.DIRECTIVE),
    SWEPT_CLAIMS("sweep.claims", Type.COUNTER, "{claim}", "claims that a sweep found lost", Tag.POOL),
    SWEPT_LATE("sweep.late", Type.COUNTER, "{unit}", "units that a sweep found too late to start", Tag.POOL),
    SWEPT_HOLDS("sweep.holds", Type.COUNTER, "{unit}", "held units that a sweep promoted or withdrew", Tag.POOL),
    SWEPT_WORKERS("sweep.workers", Type.COUNTER, "{worker}", "workers that a sweep found dead", Tag.POOL),
    TICKS(
            "ticks",
            Type.COUNTER,
            "{tick}",
            "ticks of schedules that this process passed over; the outcome is submitted or left-out",
            Tag.OUTCOME),
    TICK_DELAY(
            "tick.delay",
            Type.TIMER,
            "s",
            "from a tick to the submission of its unit, by the ledger's clock; of the first " + Bounds.SAMPLE
                    + " that this process submitted after each refresh",
            Tag.POOL,
            Tag.KIND),
    RUN_DURATION(
            "run.duration",
            Type.TIMER,
            "s",
            "runs of handlers in this process, without what the ledger took",
            Tag.POOL,
            Tag.KIND,
            Tag.ANSWER),
    RUN_ATTEMPT(
            "run.attempt",
            Type.DISTRIBUTION,
            "{attempt}",
            "which run of its life it is, from 1, of each run that started here",
            Tag.POOL,
            Tag.KIND),
    RUNS_LOST(
            "runs.lost",
            Type.COUNTER,
            "{claim}",
            "claims that this process's worker has lost without settling them",
            Tag.POOL,
            Tag.KIND),
    TROUBLES("troubles", Type.COUNTER, "{trouble}", "what this process's worker had to cope with; its log says more"),
    SNAPSHOTS(
            "snapshots",
            Type.COUNTER,
            "{snapshot}",
            "refreshes of the gauges below; the outcome is done or failed. After one that failed, the gauges show"
                    + " nothing",
            Tag.OUTCOME),
    POOL_UNITS("pool.units", Type.GAUGE, "{unit}", "units of a pool, ended ones included", Tag.POOL, Tag.STATE),
    POOL_OLDEST_DUE(
            "pool.oldest.due",
            Type.GAUGE,
            "s",
            "how long the unit that waits longest has been due, among the " + Bounds.OLDEST
                    + " queued ones that were admitted first",
            Tag.POOL),
    POOL_PAUSED("pool.paused", Type.GAUGE, "1", "1 when the pool is paused, else 0", Tag.POOL),
    POOL_ESCALATED(
            "pool.escalated",
            Type.GAUGE,
            "{unit}",
            "units that have been uncertain for as long as the pool's escalateAfter lets pass: somebody has to look",
            Tag.POOL),
    POOL_CLAIMS_USED("pool.claims.used", Type.GAUGE, "{claim}", "live claims of a pool", Tag.POOL),
    POOL_CLAIMS_LIMIT("pool.claims.limit", Type.GAUGE, "{claim}", "how many may be live at once", Tag.POOL),
    POOL_RESOURCE_USED(
            "pool.resource.used",
            Type.GAUGE,
            "{resource}",
            "units of a resource that live claims of a pool use",
            Tag.POOL,
            Tag.RESOURCE),
    POOL_RESOURCE_LIMIT(
            "pool.resource.limit", Type.GAUGE, "{resource}", "how many they may use", Tag.POOL, Tag.RESOURCE),
    DOMAIN_CLAIMS_USED(
            "domain.claims.used", Type.GAUGE, "{claim}", "live claims in a domain of a pool", Tag.POOL, Tag.DOMAIN),
    DOMAIN_CLAIMS_LIMIT(
            "domain.claims.limit", Type.GAUGE, "{claim}", "how many may be live at once", Tag.POOL, Tag.DOMAIN),
    DOMAIN_CLAIMS_QUARANTINED(
            "domain.claims.quarantined",
            Type.GAUGE,
            "{claim}",
            "claims of a domain that uncertain units keep, counted as used beside the live ones",
            Tag.POOL,
            Tag.DOMAIN),
    DOMAIN_CLAIMS_FREED(
            "domain.claims.freed",
            Type.GAUGE,
            "{claim}",
            "claims that uncertain units would keep beyond the pool's quarantineShare: what they stand for may be used"
                    + " twice",
            Tag.POOL,
            Tag.DOMAIN),
    DOMAIN_RESOURCE_USED(
            "domain.resource.used",
            Type.GAUGE,
            "{resource}",
            "units of a resource that live claims in a domain use",
            Tag.POOL,
            Tag.DOMAIN,
            Tag.RESOURCE),
    DOMAIN_RESOURCE_QUARANTINED(
            "domain.resource.quarantined",
            Type.GAUGE,
            "{resource}",
            "units of a resource of a domain that uncertain units keep, counted as used beside the others",
            Tag.POOL,
            Tag.DOMAIN,
            Tag.RESOURCE),
    DOMAIN_RESOURCE_FREED(
            "domain.resource.freed",
            Type.GAUGE,
            "{resource}",
            "units of a resource that uncertain units would keep beyond the pool's quarantineShare",
            Tag.POOL,
            Tag.DOMAIN,
            Tag.RESOURCE),
    DOMAIN_RESOURCE_LIMIT(
            "domain.resource.limit",
            Type.GAUGE,
            "{resource}",
            "how many they may use",
            Tag.POOL,
            Tag.DOMAIN,
            Tag.RESOURCE),
    SCHEDULE_OVERDUE(
            "schedule.overdue",
            Type.GAUGE,
            "s",
            "how long a tick has been due that nobody has passed, of the schedule that is furthest behind; 0 when none"
                    + " is, and of paused ones none is"),
    SCHEDULE_UNREADABLE(
            "schedule.unreadable",
            Type.GAUGE,
            "{schedule}",
            "schedules that are due and cannot be read, so that they stand still; doctor names them"),
    POOL_WORKERS("pool.workers", Type.GAUGE, "{worker}", "workers that offer a pool", Tag.POOL, Tag.STATE);

    /** What can be done with it. Timers are given nanoseconds and show seconds. */
    enum Type {
        COUNTER,
        TIMER,
        DISTRIBUTION,
        GAUGE
    }

    static final String PREFIX = "holdfast.";

    private final String label;
    private final Type type;
    private final String unit;
    private final String meaning;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Tag> tags;

    Instrument(String label, Type type, String unit, String meaning, Tag... tags) {
        this.label = PREFIX + label;
        this.type = type;
        this.unit = unit;
        this.meaning = meaning;
        this.tags = List.of(tags);
    }

    String label() {
        return label;
    }

    Type type() {
        return type;
    }

    /** As UCUM writes it; in braces what is counted. */
    String unit() {
        return unit;
    }

    String meaning() {
        return meaning;
    }

    List<Tag> tags() {
        return tags;
    }
}
