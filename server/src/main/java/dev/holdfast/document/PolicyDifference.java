// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.work.PoolPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A member in which two policies differ, or an entry of it where it has names in it.
 *
 * @param member its name, that of the entry after a dot
 * @param before as in a document; empty where it has no such entry
 * @param after likewise
 */
public record PolicyDifference(String member, Optional<Object> before, Optional<Object> after) {
    private static final String NONE = "none";

    /** In the order of a document; none when the policies are equal. */
    public static List<PolicyDifference> between(PoolPolicy before, PoolPolicy after) {
        Map<String, Object> old = entries(before);
        Map<String, Object> now = entries(after);
        Set<String> names = new LinkedHashSet<>(old.keySet());
        names.addAll(now.keySet());
        List<PolicyDifference> differences = new ArrayList<>();
        for (PolicyMember<?> member : PolicyMember.ALL) {
            names.stream()
                    .filter(name -> name.equals(member.name()) || name.startsWith(member.name() + "."))
                    .map(name -> new PolicyDifference(
                            name, Optional.ofNullable(old.get(name)), Optional.ofNullable(now.get(name))))
                    .filter(each -> !each.before().equals(each.after()))
                    .forEach(differences::add);
        }
        return differences;
    }

    private static Map<String, Object> entries(PoolPolicy policy) {
        Map<String, Object> entries = new LinkedHashMap<>();
        PolicyDocument.write(policy).forEach((member, value) -> {
            if (value instanceof Map<?, ?> named) {
                named.forEach((name, each) -> entries.put(member + "." + name, each));
            } else {
                entries.put(member, value);
            }
        });
        return entries;
    }

    /** The value before, on one line. */
    public String shownBefore() {
        return before.map(PolicyDifference::shown).orElse(NONE);
    }

    /** The value after, on one line. */
    public String shownAfter() {
        return after.map(PolicyDifference::shown).orElse(NONE);
    }

    private static String shown(Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .map(each -> each.getKey() + ": " + shown(each.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"))
                : value.toString();
    }
}
