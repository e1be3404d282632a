// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.Payload;
import java.util.Collections;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a store offers, as it is set up now.
 *
 * @param unsafeSettings names of settings under which a crash may take back what was answered
 * @param maxPayloadBytes largest payload and largest result
 * @param maxStateBytes how large the whole ledger may grow; empty where the store sets no bound
 */
public record Capabilities(
        Set<Capability> offered, SortedSet<String> unsafeSettings, int maxPayloadBytes, OptionalLong maxStateBytes) {
    public Capabilities {
        offered = offered.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(offered));
        unsafeSettings = Collections.unmodifiableSortedSet(new TreeSet<>(unsafeSettings));
    }

    /** All but {@code missing}, nothing unsafe, the usual bounds. */
    public static Capabilities allBut(Set<Capability> missing) {
        EnumSet<Capability> offered = EnumSet.allOf(Capability.class);
        offered.removeAll(missing);
        return new Capabilities(offered, Collections.emptySortedSet(), Payload.MAX_BYTES, OptionalLong.empty());
    }

    public Capabilities withUnsafeSettings(Set<String> names) {
        return new Capabilities(offered, new TreeSet<>(names), maxPayloadBytes, maxStateBytes);
    }
}
