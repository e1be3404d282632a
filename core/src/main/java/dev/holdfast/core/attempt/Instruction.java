// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an attempt is to do. Frozen when the attempt is created.
 *
 * @param input JSON in canonical form, at most 65,536 characters; never interpreted
 * @param workspace what has to be prepared before the work runs; empty when nothing has
 * @param preserve what has to be kept before the allocation may go
 */
public record Instruction(
        String id,
        String revision,
        String kind,
        String version,
        String input,
        Optional<Workspace> workspace,
        Set<Preserved> preserve) {
    /** What has to be kept. */
    public enum Preserved {
        SOURCE_STATE,
        DIAGNOSTICS,
        WORKSPACE_STATE,
        LIVE_STATE
    }

    /** @throws IllegalArgumentException when a name or text is out of its bounds */
    public Instruction {
        Names.check("instruction id", id);
        Names.check("instruction revision", revision);
        Names.check("workload kind", kind);
        Names.check("workload version", version);
        Bounds.text("workload input", input, Bounds.DOCUMENT);
        preserve = Collections.unmodifiableSet(new TreeSet<>(preserve));
    }

    /** One without a workspace of which nothing has to be kept. */
    public static Instruction of(String id, String kind, String input) {
        return new Instruction(id, "1", kind, "1", input, Optional.empty(), Set.of());
    }
}
