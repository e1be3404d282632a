// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Immutable sorted sets and maps of names; the empty ones are shared, because most units ask for nothing. */
final class NameSets {
    private static final SortedSet<String> NO_NAMES = Collections.emptySortedSet();
    private static final SortedMap<String, ?> NO_ENTRIES = Collections.emptySortedMap();

    private NameSets() {}

    static SortedSet<String> copy(Collection<String> names) {
        return names.isEmpty() ? NO_NAMES : Collections.unmodifiableSortedSet(new TreeSet<>(names));
    }

    @SuppressWarnings("unchecked") // an empty immutable map has no value of any type
    static <V> SortedMap<String, V> copy(Map<String, V> entries) {
        return entries.isEmpty()
                ? (SortedMap<String, V>) NO_ENTRIES
                : Collections.unmodifiableSortedMap(new TreeMap<>(entries));
    }
}
