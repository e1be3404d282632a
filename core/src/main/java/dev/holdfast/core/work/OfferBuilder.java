// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.WorkerId;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Changes values of a {@link WorkerOffer}, which are described there; all of them are checked by {@link #build}. */
public final class OfferBuilder {
    private final WorkerOffer from;
    private WorkerId worker;
    private Set<Guarantee> guarantees;
    private SortedSet<String> capabilities;
    private SortedSet<String> affinities;
    private SortedMap<String, Long> resources;
    private SortedSet<DefinitionReference> definitions;
    private SortedSet<String> irVersions;

    OfferBuilder(WorkerOffer from) {
        this.from = from;
        worker = from.worker();
        guarantees = from.guarantees();
        capabilities = from.capabilities();
        affinities = from.affinities();
        resources = from.resources();
        definitions = from.definitions();
        irVersions = from.irVersions();
    }

    public OfferBuilder worker(WorkerId value) {
        worker = value;
        return this;
    }

    public OfferBuilder guarantees(Set<Guarantee> value) {
        guarantees = value;
        return this;
    }

    public OfferBuilder capabilities(Set<String> value) {
        capabilities = NameSets.copy(value);
        return this;
    }

    public OfferBuilder affinities(Set<String> value) {
        affinities = NameSets.copy(value);
        return this;
    }

    public OfferBuilder resources(Map<String, Long> value) {
        resources = NameSets.copy(value);
        return this;
    }

    public OfferBuilder definitions(Set<DefinitionReference> value) {
        definitions = new TreeSet<>(value);
        return this;
    }

    public OfferBuilder irVersions(Set<String> value) {
        irVersions = NameSets.copy(value);
        return this;
    }

    public WorkerOffer build() {
        return new WorkerOffer(
                worker,
                from.pools(),
                from.kinds(),
                guarantees,
                capabilities,
                affinities,
                resources,
                from.maxClaims(),
                definitions,
                irVersions);
    }
}
