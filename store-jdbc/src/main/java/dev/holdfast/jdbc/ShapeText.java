// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.DefinitionReference;
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
 * <p>An eligibility begins with a line of kind, guarantee, affinity or nothing, capabilities; a definition and an IR
 * version, which most do not have, have a line each.
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
        Fields fields = new Fields().line(line);
        eligibility.definition().ifPresent(each -> fields.line(DefinitionText.line(each)));
        eligibility.irVersion().ifPresent(version -> fields.line("irVersion", version));
        return fields.text();
    }

    public static Eligibility readEligibility(String text) {
        List<List<String>> lines = Fields.parse(text);
        List<String> line = lines.getFirst();
        Optional<DefinitionReference> definition = Optional.empty();
        Optional<String> irVersion = Optional.empty();
        for (List<String> more : lines.subList(1, lines.size())) {
            switch (more.getFirst()) {
                case DefinitionText.NAME -> definition = Optional.of(DefinitionText.read(more));
                case "irVersion" -> irVersion = Optional.of(more.get(1));
                default -> throw Fields.unknown("eligibility", more);
            }
        }
        return new Eligibility(
                line.get(0),
                Guarantee.valueOf(line.get(1)),
                new TreeSet<>(line.subList(3, line.size())),
                Optional.of(line.get(2)).filter(affinity -> !affinity.isEmpty()),
                definition,
                irVersion);
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
