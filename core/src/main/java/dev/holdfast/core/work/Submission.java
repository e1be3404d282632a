// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Digest;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Names;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One unit of work as its submitter describes it. The <em>intent</em> is what has to be equal when a key is sent again:
 * id, payload and requirements; labels and trace context may differ.
 *
 * @param id empty: derived from pool and key
 * @param labels for people and queries, at most 16, values at most 200 characters
 * @param trace a W3C traceparent, or empty
 */
public record Submission(
        IdempotencyKey key,
        Optional<WorkId> id,
        Payload payload,
        Requirements requirements,
        SortedMap<String, String> labels,
        String trace) {
    public static final int MAX_LABELS = 16;

    /** The label of a redacted unit that had labels: a digest of them all. */
    public static final String REDACTED_LABELS = "redacted";

    public Submission {
        if (labels.size() > MAX_LABELS) {
            throw new IllegalArgumentException("at most " + MAX_LABELS + " labels, not " + labels.size());
        }
        labels.forEach(Submission::checkLabel);
        if (!trace.isEmpty()) {
            Names.check("trace", trace);
        }
        labels = NameSets.copy(labels);
    }

    private static void checkLabel(String name, String value) {
        if (Names.check("label", name).indexOf('=') >= 0) {
            throw new IllegalArgumentException("a label's name has no '=': " + name);
        }
        if (!value.isEmpty()) {
            Names.check("value of label " + name, value);
        }
    }

    public static Builder of(String kind, IdempotencyKey key) {
        return new Builder(kind, key);
    }

    /** The same intent as part of another trace. */
    public Submission withTrace(String value) {
        return new Submission(key, id, payload, requirements, labels, value);
    }

    /** The same with other requirements. */
    public Submission with(Requirements others) {
        return new Submission(key, id, payload, others, labels, trace);
    }

    Submission withKey(IdempotencyKey value) {
        return new Submission(value, id, payload, requirements, labels, trace);
    }

    Submission withLabels(Map<String, String> values) {
        return new Submission(key, id, payload, requirements, NameSets.copy(values), trace);
    }

    /**
     * The same intent without what it is about: a digest in the place of the payload, and one in that of all labels. A
     * repeated submission is still recognised.
     */
    Submission redacted() {
        if (payload.isRedacted()) {
            return this;
        }
        SortedMap<String, String> digest = new TreeMap<>();
        if (!labels.isEmpty()) {
            List<String> fields = new ArrayList<>();
            labels.forEach((name, value) -> fields.addAll(List.of(name, value)));
            digest.put(
                    REDACTED_LABELS,
                    Digest.ofFields(fields.toArray(String[]::new)).toString());
        }
        return new Submission(key, id, payload.redacted(), requirements, digest, trace);
    }

    /** The names of the parts of the intent in which {@code other} differs; empty when both mean the same. */
    public List<String> differences(Submission other) {
        Differences found = new Differences();
        Requirements a = requirements;
        Requirements b = other.requirements;
        if (id.isPresent() && other.id.isPresent()) {
            found.compare("id", id, other.id);
        }
        found.compare("kind", a.eligibility().kind(), b.eligibility().kind());
        found.compare(
                "definition", a.eligibility().definition(), b.eligibility().definition());
        found.compare("irVersion", a.eligibility().irVersion(), b.eligibility().irVersion());
        found.compare("guarantee", a.eligibility().guarantee(), b.eligibility().guarantee());
        found.compare(
                "capabilities", a.eligibility().capabilities(), b.eligibility().capabilities());
        found.compare("affinity", a.eligibility().affinity(), b.eligibility().affinity());
        found.compare("demand", a.needs().demand(), b.needs().demand());
        found.compare("domains", a.needs().domains(), b.needs().domains());
        found.compare("fairnessKey", a.fairnessKey(), b.fairnessKey());
        found.compare("band", a.band(), b.band());
        found.compare("recovery", a.recovery(), b.recovery());
        found.compare("delay", a.delay(), b.delay());
        found.compare("startBy", a.startBy(), b.startBy());
        found.compare("runLimit", a.runLimit(), b.runLimit());
        if (!payload.isSameAs(other.payload)) {
            found.add("payload");
        }
        return found.names();
    }

    /** Builds a submission step by step; what is not said has its default. */
    public static final class Builder {
        private final String kind;
        private final IdempotencyKey key;
        private Optional<WorkId> id = Optional.empty();
        private Payload payload = Payload.EMPTY;
        private Guarantee guarantee = Guarantee.AT_LEAST_ONCE;
        private Recovery recovery = Recovery.REDISPATCH;
        private SortedSet<String> capabilities = Collections.emptySortedSet();
        private Optional<String> affinity = Optional.empty();
        private Optional<DefinitionReference> definition = Optional.empty();
        private Optional<String> irVersion = Optional.empty();
        private final SortedMap<String, Long> demand = new TreeMap<>();
        private final SortedSet<String> domains = new TreeSet<>();
        private String fairnessKey = "";
        private int band = Requirements.DEFAULT_BAND;
        private Duration delay = Duration.ZERO;
        private Optional<Duration> startBy = Optional.empty();
        private Optional<Duration> runLimit = Optional.empty();
        private Map<String, String> labels = Map.of();
        private String trace = "";

        private Builder(String kind, IdempotencyKey key) {
            this.kind = kind;
            this.key = key;
        }

        public Builder id(WorkId value) {
            id = Optional.of(value);
            return this;
        }

        public Builder payload(Payload value) {
            payload = value;
            return this;
        }

        public Builder guarantee(Guarantee value) {
            guarantee = value;
            return this;
        }

        public Builder recovery(Recovery value) {
            recovery = value;
            return this;
        }

        public Builder capabilities(java.util.Collection<String> values) {
            capabilities = NameSets.copy(values);
            return this;
        }

        public Builder affinity(String value) {
            affinity = Optional.of(value);
            return this;
        }

        /** The content that it runs on; no worker runs it on another one. */
        public Builder definition(DefinitionReference value) {
            definition = Optional.of(value);
            return this;
        }

        public Builder irVersion(String value) {
            irVersion = Optional.of(value);
            return this;
        }

        public Builder demand(String resource, long units) {
            demand.put(resource, units);
            return this;
        }

        public Builder domain(String name) {
            domains.add(name);
            return this;
        }

        public Builder fairnessKey(String value) {
            fairnessKey = value;
            return this;
        }

        public Builder band(int value) {
            band = value;
            return this;
        }

        public Builder delay(Duration value) {
            delay = value;
            return this;
        }

        public Builder startBy(Duration value) {
            startBy = Optional.of(value);
            return this;
        }

        public Builder runLimit(Duration value) {
            runLimit = Optional.of(value);
            return this;
        }

        public Builder labels(Map<String, String> values) {
            labels = values;
            return this;
        }

        public Builder trace(String value) {
            trace = value;
            return this;
        }

        /** @throws IllegalArgumentException when a part is out of its bounds; the message names it */
        public Submission build() {
            Needs needs = demand.isEmpty() && domains.isEmpty() ? Needs.NONE : new Needs(demand, domains);
            return new Submission(
                    key,
                    id,
                    payload,
                    new Requirements(
                            new Eligibility(kind, guarantee, capabilities, affinity, definition, irVersion),
                            needs,
                            fairnessKey,
                            band,
                            recovery,
                            delay,
                            startBy,
                            runLimit),
                    NameSets.copy(labels),
                    trace);
        }
    }
}
