// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What one worker can run. Immutable: a worker that changes its mind is another worker.
 *
 * @param pools at least 1
 * @param kinds at least 1
 * @param guarantees at least 1
 * @param resources resource to units, over all pools; what is not listed, the worker does not have
 * @param maxClaims live claims at once, over all pools; at least 1
 * @param definitions exactly those that it has; work that names another one is never given to it
 * @param irVersions of process definitions that it can interpret
 */
public record WorkerOffer(
        WorkerId worker,
        SortedSet<PoolId> pools,
        SortedSet<String> kinds,
        Set<Guarantee> guarantees,
        SortedSet<String> capabilities,
        SortedSet<String> affinities,
        SortedMap<String, Long> resources,
        int maxClaims,
        SortedSet<DefinitionReference> definitions,
        SortedSet<String> irVersions) {
    public WorkerOffer {
        if (pools.isEmpty() || kinds.isEmpty() || guarantees.isEmpty()) {
            throw new IllegalArgumentException("a worker offers at least one pool, one kind and one guarantee");
        }
        if (maxClaims < 1) {
            throw new IllegalArgumentException("a worker takes at least 1 claim, not " + maxClaims);
        }
        kinds.forEach(name -> Names.check("kind", name));
        capabilities.forEach(name -> Names.check("capability", name));
        affinities.forEach(name -> Names.check("affinity", name));
        resources.forEach(Needs::checkAmount);
        pools = Collections.unmodifiableSortedSet(new TreeSet<>(pools));
        kinds = NameSets.copy(kinds);
        guarantees = Collections.unmodifiableSet(EnumSet.copyOf(guarantees));
        capabilities = NameSets.copy(capabilities);
        affinities = NameSets.copy(affinities);
        resources = NameSets.copy(resources);
        irVersions.forEach(name -> Names.check("IR version", name));
        definitions = Collections.unmodifiableSortedSet(new TreeSet<>(definitions));
        irVersions = NameSets.copy(irVersions);
    }

    /** An offer of kinds in pools, with all guarantees and nothing else. */
    public static WorkerOffer of(WorkerId worker, Set<PoolId> pools, Set<String> kinds, int maxClaims) {
        return new WorkerOffer(
                worker,
                new TreeSet<>(pools),
                new TreeSet<>(kinds),
                EnumSet.allOf(Guarantee.class),
                NameSets.copy(Set.of()),
                NameSets.copy(Set.of()),
                NameSets.copy(Map.of()),
                maxClaims,
                Collections.emptySortedSet(),
                NameSets.copy(Set.of()));
    }

    /** Several values at once. */
    public OfferBuilder change() {
        return new OfferBuilder(this);
    }

    public WorkerOffer withCapabilities(Set<String> value) {
        return change().capabilities(value).build();
    }

    public WorkerOffer withAffinities(Set<String> value) {
        return change().affinities(value).build();
    }

    public WorkerOffer withGuarantees(Set<Guarantee> value) {
        return change().guarantees(value).build();
    }

    public WorkerOffer withResources(Map<String, Long> value) {
        return change().resources(value).build();
    }

    public WorkerOffer withDefinitions(Set<DefinitionReference> value) {
        return change().definitions(value).build();
    }

    public WorkerOffer withIrVersions(Set<String> value) {
        return change().irVersions(value).build();
    }
}
