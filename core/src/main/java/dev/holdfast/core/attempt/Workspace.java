// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The place that work needs: folders of sources, and commands that have to run there first.
 *
 * @param roots at most {@link #MAX_PARTS}, of different ids
 * @param setup at most {@link #MAX_PARTS}, in order
 */
public record Workspace(Provisioning provisioning, Custody custody, List<Root> roots, List<Setup> setup) {
    public static final int MAX_PARTS = 100;

    /** Whether it is there or has to be made. */
    public enum Provisioning {
        BIND,
        CREATE
    }

    /** Whether it may be thrown away afterwards. */
    public enum Custody {
        EXTERNAL,
        DISPOSABLE
    }

    public Workspace {
        roots = List.copyOf(roots);
        setup = List.copyOf(setup);
        if (roots.size() > MAX_PARTS || setup.size() > MAX_PARTS) {
            throw new IllegalArgumentException("a workspace has at most " + MAX_PARTS + " roots and commands");
        }
        Set<String> ids = new HashSet<>();
        for (Root root : roots) {
            if (!ids.add(root.id())) {
                throw new IllegalArgumentException("the source root '" + root.id() + "' is there twice");
            }
        }
    }

    /** The ids of its source roots. */
    public Set<String> rootIds() {
        Set<String> ids = new TreeSet<>();
        roots.forEach(root -> ids.add(root.id()));
        return ids;
    }

    /**
     * A folder of sources.
     *
     * @param path inside the workspace, with slashes; never out of it
     */
    public record Root(String id, String path, Optional<Source> source) {
        public Root {
            Names.check("source root", id);
            Bounds.text("path of a source root", path, 4_096);
            boolean leaves = List.of(path.split("/", -1)).contains("..");
            if (path.startsWith("/") || path.contains("\\") || path.contains(":") || leaves) {
                throw new IllegalArgumentException("a source root lies inside its workspace, not at '" + path + "'");
            }
        }
    }

    /** @param input JSON in canonical form, never interpreted */
    public record Source(String kind, String input) {
        public Source {
            Names.check("kind of a source", kind);
            Bounds.text("input of a source", input, Bounds.DOCUMENT);
        }
    }

    /**
     * A command that has to succeed.
     *
     * @param environment never a secret: it is kept and shown
     */
    public record Setup(String command, List<String> arguments, Map<String, String> environment, Duration limit) {
        public Setup {
            Bounds.text("command", command, 4_096);
            arguments = List.copyOf(arguments);
            environment = Collections.unmodifiableMap(new TreeMap<>(environment));
            if (arguments.size() > MAX_PARTS || environment.size() > MAX_PARTS) {
                throw new IllegalArgumentException("a command has at most " + MAX_PARTS + " arguments and variables");
            }
            arguments.stream()
                    .filter(argument -> !argument.isEmpty())
                    .forEach(argument -> Bounds.text("argument", argument, Bounds.REASON));
            environment.forEach((name, value) -> {
                Names.check("variable", name);
                if (!value.isEmpty()) {
                    Bounds.text("variable " + name, value, Bounds.REASON);
                }
            });
            Bounds.time("a command", limit);
        }
    }
}
