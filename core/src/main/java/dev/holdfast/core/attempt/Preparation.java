// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a prepared workspace is.
 *
 * @param roots paths by the ids of the source roots
 */
public record Preparation(String workspaceRoot, Map<String, String> roots) {
    public Preparation {
        Bounds.text("root of the workspace", workspaceRoot, 4_096);
        roots = Collections.unmodifiableMap(new TreeMap<>(roots));
        if (roots.size() > Workspace.MAX_PARTS) {
            throw new IllegalArgumentException("a workspace has at most " + Workspace.MAX_PARTS + " roots");
        }
        roots.forEach((id, path) -> {
            Names.check("source root", id);
            Bounds.text("path of source root " + id, path, 4_096);
        });
    }
}
