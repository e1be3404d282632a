// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Moment;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Workers in place of those that were captured. Each offers all pools, and all that any unit asks for but resources: that
 * there will be somebody for every unit is taken for granted, how many is the question.
 *
 * @param workers 1 to {@link #MOST}
 * @param places of each, at least 1
 * @param resources of each
 */
public record Crew(int workers, int places, SortedMap<String, Long> resources) {
    public static final int MOST = 1_000;

    /** @throws IllegalArgumentException when there can be no such crew */
    public Crew {
        if (workers < 1 || workers > MOST) {
            throw new IllegalArgumentException("a crew has 1 to " + MOST + " workers, not " + workers);
        }
        if (places < 1) {
            throw new IllegalArgumentException("a worker has at least 1 place, not " + places);
        }
    }

    List<WorkerRecord> records(Capture capture, Moment now) {
        WorkerOffer shape = shape(capture);
        return IntStream.rangeClosed(1, workers)
                .mapToObj(number -> new WorkerId(String.format(Locale.ROOT, "forecast-%05d", number)))
                .map(id -> new WorkerRecord(
                        shape.change().worker(id).build(), now, Moment.FOREVER, Duration.ofDays(1), true, false, false))
                .toList();
    }

    private WorkerOffer shape(Capture capture) {
        Set<PoolId> pools = new TreeSet<>();
        capture.pools().forEach(pool -> pools.add(pool.id()));
        Set<String> kinds = new TreeSet<>();
        Set<String> capabilities = new TreeSet<>();
        Set<String> affinities = new TreeSet<>();
        Set<DefinitionReference> definitions = new TreeSet<>();
        Set<String> irVersions = new TreeSet<>();
        for (Unit unit : capture.units()) {
            Eligibility asks = unit.requirements().eligibility();
            kinds.add(asks.kind());
            capabilities.addAll(asks.capabilities());
            asks.affinity().ifPresent(affinities::add);
            asks.definition().ifPresent(definitions::add);
            asks.irVersion().ifPresent(irVersions::add);
        }
        return WorkerOffer.of(new WorkerId("forecast"), pools, kinds, places)
                .change()
                .capabilities(capabilities)
                .affinities(affinities)
                .resources(resources)
                .definitions(definitions)
                .irVersions(irVersions)
                .build();
    }
}
