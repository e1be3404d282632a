// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Submission;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What a submission says beyond kind and payload. Immutable: every method returns a changed copy. */
public final class SubmitOptions {
    private static final SubmitOptions NONE =
            new SubmitOptions(Optional.empty(), Optional.empty(), Optional.empty(), builder -> {});

    private final Optional<PoolId> pool;
    private final Optional<IdempotencyKey> key;
    private final Optional<Hold> hold;
    private final Consumer<Submission.Builder> rest;

    private SubmitOptions(
            Optional<PoolId> pool,
            Optional<IdempotencyKey> key,
            Optional<Hold> hold,
            Consumer<Submission.Builder> rest) {
        this.pool = pool;
        this.key = key;
        this.hold = hold;
        this.rest = rest;
    }

    public static SubmitOptions none() {
        return NONE;
    }

    /** Submissions to one pool with the same key are the same submission; without a key, each is another. */
    public SubmitOptions key(String value) {
        return new SubmitOptions(pool, Optional.of(new IdempotencyKey(value)), hold, rest);
    }

    /** Default: the pool of the handler registered for the kind, else {@link Holdfast#DEFAULT_POOL}. */
    public SubmitOptions pool(String value) {
        return new SubmitOptions(Optional.of(new PoolId(value)), key, hold, rest);
    }

    /** Default: derived from pool and key. */
    public SubmitOptions id(String value) {
        WorkId id = new WorkId(value);
        return and(builder -> builder.id(id));
    }

    /**
     * Keeps it out of the queue: in the ledger and never claimed until {@link Holdfast#promote}; {@link Holdfast#withdraw}
     * ends it instead. Delay and latest start count from the promotion.
     *
     * @param holdFor how long at most, longer than zero; acted on by a sweep, so up to one sweep interval later
     * @param then what becomes of it after that
     * @throws IllegalArgumentException when the time is not longer than zero
     */
    public SubmitOptions held(Duration holdFor, Hold.Then then) {
        return new SubmitOptions(pool, key, Optional.of(new Hold(holdFor, then)), rest);
    }

    /** How long after admission, or promotion, it may first run. */
    public SubmitOptions delay(Duration value) {
        return and(builder -> builder.delay(value));
    }

    /** Priority, 0 (first) to 7; 4 by default. */
    public SubmitOptions band(int value) {
        return and(builder -> builder.band(value));
    }

    /** The tenant that the unit is charged to: tenants share a pool fairly. */
    public SubmitOptions fairnessKey(String key) {
        return and(builder -> builder.fairnessKey(key));
    }

    /** Units of a resource that it uses while it runs. */
    public SubmitOptions demand(String resource, long units) {
        return and(builder -> builder.demand(resource, units));
    }

    /** Takes a place in each of these domains while it runs. */
    public SubmitOptions domains(Set<String> names) {
        return and(builder -> names.forEach(builder::domain));
    }

    /** How long after admission, or promotion, the last run may start. */
    public SubmitOptions startBy(Duration value) {
        return and(builder -> builder.startBy(value));
    }

    /** How long one run may take before its claim is lost. */
    public SubmitOptions runLimit(Duration value) {
        return and(builder -> builder.runLimit(value));
    }

    /** For people and queries; at most 16. */
    public SubmitOptions labels(Map<String, String> values) {
        Map<String, String> copy = Map.copyOf(values);
        return and(builder -> builder.labels(copy));
    }

    /** Default: that of the handler registered for the kind, else AT_LEAST_ONCE. */
    public SubmitOptions guarantee(Guarantee value) {
        return and(builder -> builder.guarantee(value));
    }

    /** Default: that of the handler registered for the kind, else REDISPATCH. */
    public SubmitOptions recovery(Recovery value) {
        return and(builder -> builder.recovery(value));
    }

    /** What a worker must be able to do. */
    public SubmitOptions capabilities(Set<String> values) {
        Set<String> copy = Set.copyOf(values);
        return and(builder -> builder.capabilities(copy));
    }

    /** What a worker must be near to. */
    public SubmitOptions affinity(String value) {
        return and(builder -> builder.affinity(value));
    }

    /**
     * The content that it runs on, as {@link Holdfast#define} or another program has named it. Only a worker that has
     * exactly this content gets it; until there is one, it waits.
     */
    public SubmitOptions definition(DefinitionReference value) {
        return and(builder -> builder.definition(value));
    }

    /** A W3C traceparent. */
    public SubmitOptions trace(String value) {
        return and(builder -> builder.trace(value));
    }

    Optional<PoolId> pool() {
        return pool;
    }

    Optional<IdempotencyKey> key() {
        return key;
    }

    Optional<Hold> hold() {
        return hold;
    }

    void apply(Submission.Builder builder) {
        rest.accept(builder);
    }

    private SubmitOptions and(Consumer<Submission.Builder> next) {
        return new SubmitOptions(pool, key, hold, rest.andThen(next));
    }
}
