// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.work.AdmissionRules;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.EligibilityClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The eligibility classes of a pool, each with its number. A number is never given twice. */
final class MemoryClasses {
    private final Map<Eligibility, Integer> numbers = new LinkedHashMap<>();
    private int newest;

    /** Made where there is none. */
    int number(Eligibility eligibility) {
        return numbers.computeIfAbsent(eligibility, each -> ++newest);
    }

    boolean hasRoomFor(Eligibility eligibility) {
        return numbers.containsKey(eligibility) || room() > 0;
    }

    /** How many more there may be. */
    int room() {
        return Math.max(0, AdmissionRules.MAX_CLASSES - numbers.size());
    }

    /** Those that have no number, in order. */
    Set<Eligibility> without(List<Eligibility> wanted) {
        Set<Eligibility> fresh = new LinkedHashSet<>(wanted);
        fresh.removeAll(numbers.keySet());
        return fresh;
    }

    void retain(Set<Integer> used) {
        numbers.values().removeIf(number -> !used.contains(number));
    }

    Map<Integer, Eligibility> byNumber() {
        Map<Integer, Eligibility> all = new HashMap<>();
        numbers.forEach((eligibility, number) -> all.put(number, eligibility));
        return all;
    }

    List<EligibilityClass> after(int mark) {
        List<EligibilityClass> newer = new ArrayList<>();
        numbers.forEach((eligibility, number) -> {
            if (number > mark) {
                newer.add(new EligibilityClass(number, eligibility));
            }
        });
        return newer;
    }
}
