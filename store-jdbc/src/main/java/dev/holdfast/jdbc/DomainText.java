// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainTerms;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a shared domain allows, as text: every value on a line of its own. */
public final class DomainText {
    private DomainText() {}

    public static String write(DomainTerms terms) {
        Fields fields = new Fields().line("quarantineShare", Integer.toString(terms.quarantineShare()));
        terms.limit().claims().ifPresent(claims -> fields.line("claims", Long.toString(claims)));
        terms.limit().resources().forEach((resource, units) -> fields.line("resource", resource, units.toString()));
        return fields.text();
    }

    /** @throws IllegalArgumentException when a value is missing, unknown or out of its bounds */
    public static DomainTerms read(String text) {
        OptionalLong claims = OptionalLong.empty();
        SortedMap<String, Long> resources = new TreeMap<>();
        OptionalLong share = OptionalLong.empty();
        for (List<String> line : Fields.parse(text)) {
            switch (line.getFirst()) {
                case "quarantineShare" -> share = OptionalLong.of(Long.parseLong(line.get(1)));
                case "claims" -> claims = OptionalLong.of(Long.parseLong(line.get(1)));
                case "resource" -> resources.put(line.get(1), Long.valueOf(line.get(2)));
                default -> throw Fields.unknown("domain", line);
            }
        }
        if (share.isEmpty()) {
            throw new IllegalArgumentException("a domain without quarantineShare");
        }
        return new DomainTerms(new DomainLimit(claims, resources), Math.toIntExact(share.getAsLong()));
    }
}
