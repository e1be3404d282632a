// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.postgres;

import java.util.Map;
import java.util.TreeMap;

/**
 * How a server for tests is started.
 *
 * @param durable whether a commit that was acknowledged survives a crash: {@code fsync} and {@code synchronous_commit} on
 * @param parameters what else goes on the server's command line, name to value; values without spaces
 */
public record ServerSettings(boolean durable, Map<String, String> parameters) {
    /** For tests of everything but durability: nothing waits for the disk. */
    public static final ServerSettings FAST = new ServerSettings(false, Map.of());

    /** For tests that crash the server and count what is left. */
    public static final ServerSettings DURABLE = new ServerSettings(true, Map.of());

    public ServerSettings {
        parameters.forEach((name, value) -> {
            if (value.isEmpty() || value.chars().anyMatch(Character::isWhitespace)) {
                throw new IllegalArgumentException("the value of " + name + " is empty or has spaces: '" + value + "'");
            }
        });
        parameters = Map.copyOf(parameters);
    }

    /** These settings with one parameter more, or with another value for it. */
    public ServerSettings with(String name, String value) {
        Map<String, String> all = new TreeMap<>(parameters);
        all.put(name, value);
        return new ServerSettings(durable, all);
    }
}
