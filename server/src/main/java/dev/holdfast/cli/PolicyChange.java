// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.document.PolicyDifference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * A policy that a pool is to have, beside the one it has.
 *
 * @param stored the pool as it is; empty where there is none
 * @param sources where the values of the new policy come from
 */
record PolicyChange(PoolId pool, Optional<Pool> stored, PoolPolicy policy, PolicySources sources) {
    /** What the policy is compared with. */
    PoolPolicy before() {
        return stored.map(Pool::policy).orElse(PoolPolicy.DEFAULT);
    }

    /** That of the pool as it is; 0 for a pool that is not there. */
    int revision() {
        return stored.map(Pool::revision).orElse(0);
    }

    /** What makes the change, and nothing once somebody else has changed the pool. */
    DefinePool command(String actor, String reason) {
        return new DefinePool(pool, policy, sources, stored.map(Pool::revision), actor, reason);
    }

    boolean changesNothing() {
        return stored.isPresent() && before().equals(policy);
    }

    List<PolicyDifference> differences() {
        return PolicyDifference.between(before(), policy);
    }

    /** What it is about, on one line. */
    String title(String ledger) {
        String name = "pool '" + Text.oneLine(pool.value()) + "' ";
        if (stored.isPresent()) {
            return name + "of " + ledger + ", revision " + revision() + (changesNothing() ? ": nothing differs" : ":");
        }
        return name + "is new in " + ledger
                + (before().equals(policy) ? ", with the default policy" : ", other than the defaults:");
    }

    /** A line for each value that differs: what it is, and what it is to be. */
    List<String> lines(boolean color) {
        return differences().stream()
                .map(each -> "  " + Text.oneLine(each.member()) + ": "
                        + in(Style.fg_red, each.shownBefore(), color) + " -> "
                        + in(Style.fg_green, each.shownAfter(), color))
                .toList();
    }

    private static String in(Style style, String text, boolean color) {
        String safe = Text.oneLine(text);
        return color ? style.on() + safe + style.off() : safe;
    }

    /** The same for programs. */
    List<Map<String, Object>> rows() {
        return differences().stream()
                .map(each -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("member", each.member());
                    each.before().ifPresent(value -> row.put("before", value));
                    each.after().ifPresent(value -> row.put("after", value));
                    return row;
                })
                .toList();
    }
}
