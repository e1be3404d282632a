// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.RowUnreadable;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.WorkerOffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a worker offers as text, apart from the worker's id, which has a column of its own. */
public final class OfferText {
    private OfferText() {}

    public static String write(WorkerOffer offer) {
        Fields fields = new Fields().line("maxClaims", Integer.toString(offer.maxClaims()));
        offer.pools().forEach(pool -> fields.line("pool", pool.value()));
        offer.kinds().forEach(kind -> fields.line("kind", kind));
        offer.guarantees().forEach(guarantee -> fields.line("guarantee", guarantee.name()));
        offer.capabilities().forEach(name -> fields.line("capability", name));
        offer.affinities().forEach(name -> fields.line("affinity", name));
        offer.resources().forEach((resource, units) -> fields.line("resource", resource, units.toString()));
        offer.definitions().forEach(each -> fields.line(DefinitionText.line(each)));
        offer.irVersions().forEach(version -> fields.line("irVersion", version));
        return fields.text();
    }

    /** @throws RowUnreadable when a value is missing, unknown or out of its bounds */
    public static WorkerOffer read(WorkerId worker, String text) {
        try {
            return parse(worker, text);
        } catch (RuntimeException e) { // whatever readers of texts throw
            throw new RowUnreadable("worker '" + worker + "'", e);
        }
    }

    /**
     * What stands for an offer that cannot be read, where nothing but the worker's lease matters: it offers what no unit
     * asks for.
     */
    public static WorkerOffer standIn(WorkerId worker, PoolId pool) {
        return WorkerOffer.of(worker, Set.of(pool), Set.of("unreadable"), 1);
    }

    private static WorkerOffer parse(WorkerId worker, String text) {
        TreeSet<PoolId> pools = new TreeSet<>();
        TreeSet<String> kinds = new TreeSet<>();
        EnumSet<Guarantee> guarantees = EnumSet.noneOf(Guarantee.class);
        TreeSet<String> capabilities = new TreeSet<>();
        TreeSet<String> affinities = new TreeSet<>();
        TreeMap<String, Long> resources = new TreeMap<>();
        TreeSet<DefinitionReference> definitions = new TreeSet<>();
        TreeSet<String> irVersions = new TreeSet<>();
        int maxClaims = 0;
        for (List<String> line : Fields.parse(text)) {
            switch (line.getFirst()) {
                case "maxClaims" -> maxClaims = Integer.parseInt(line.get(1));
                case "pool" -> pools.add(new PoolId(line.get(1)));
                case "kind" -> kinds.add(line.get(1));
                case "guarantee" -> guarantees.add(Guarantee.valueOf(line.get(1)));
                case "capability" -> capabilities.add(line.get(1));
                case "affinity" -> affinities.add(line.get(1));
                case "resource" -> resources.put(line.get(1), Long.valueOf(line.get(2)));
                case DefinitionText.NAME -> definitions.add(DefinitionText.read(line));
                case "irVersion" -> irVersions.add(line.get(1));
                default -> throw Fields.unknown("offer", line);
            }
        }
        return WorkerOffer.of(worker, pools, kinds, maxClaims)
                .change()
                .guarantees(guarantees)
                .capabilities(capabilities)
                .affinities(affinities)
                .resources(resources)
                .definitions(definitions)
                .irVersions(irVersions)
                .build();
    }
}
