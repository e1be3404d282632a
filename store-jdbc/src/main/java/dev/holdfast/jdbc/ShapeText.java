// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Needs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What makes units alike, as text: equal values have equal texts, so that a unique index finds them.
 *
 * <p>An eligibility is one line: kind, guarantee, affinity or nothing, capabilities.
 */
public final class ShapeText {
    /** Of a lane that only keeps the tag of its key: no unit is like that, and it never has a class. */
    public static final Eligibility OF_NO_UNIT =
            new Eligibility("none", Guarantee.ATOMIC, new TreeSet<>(List.of("no unit")), Optional.empty());

    private ShapeText() {}

    public static String write(Eligibility eligibility) {
        List<String> line = new ArrayList<>();
        line.add(eligibility.kind());
        line.add(eligibility.guarantee().name());
        line.add(eligibility.affinity().orElse(""));
        line.addAll(eligibility.capabilities());
        return new Fields().line(line).text();
    }

    public static Eligibility readEligibility(String text) {
        List<String> line = Fields.parse(text).getFirst();
        return new Eligibility(
                line.get(0),
                Guarantee.valueOf(line.get(1)),
                new TreeSet<>(line.subList(3, line.size())),
                Optional.of(line.get(2)).filter(affinity -> !affinity.isEmpty()));
    }

    /** The empty text for no needs. */
    public static String write(Needs needs) {
        Fields fields = new Fields();
        needs.demand().forEach((resource, units) -> fields.line("resource", resource, units.toString()));
        needs.domains().forEach(domain -> fields.line("domain", domain));
        return fields.text();
    }

    public static Needs readNeeds(String text) {
        if (text.isEmpty()) {
            return Needs.NONE;
        }
        TreeMap<String, Long> demand = new TreeMap<>();
        TreeSet<String> domains = new TreeSet<>();
        for (List<String> line : Fields.parse(text)) {
            switch (line.getFirst()) {
                case "resource" -> demand.put(line.get(1), Long.valueOf(line.get(2)));
                case "domain" -> domains.add(line.get(1));
                default -> throw Fields.unknown("need", line);
            }
        }
        return new Needs(demand, domains);
    }
}
