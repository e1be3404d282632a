// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JDBC URL of PostgreSQL with one server in it, taken apart so that a proxy can stand before that server. */
record ServerUrl(String host, int port, String rest) {
    private static final String START = "jdbc:postgresql://";
    private static final int USUAL_PORT = 5432;
    private static final Pattern FORM =
            Pattern.compile(Pattern.quote(START) + "(\\[[^\\]]+\\]|[^/:?,]+)?(?::(\\d+))?([/?].*)?");

    /** @throws IllegalArgumentException when it is none; the message does not repeat it, for it may hold a password */
    static ServerUrl of(String url) {
        Matcher parts = FORM.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "torture needs the URL of one PostgreSQL server: " + START + "host:port/database?user=...");
        }
        return new ServerUrl(
                Optional.ofNullable(parts.group(1)).orElse("localhost"),
                Optional.ofNullable(parts.group(2)).map(Integer::valueOf).orElse(USUAL_PORT),
                Optional.ofNullable(parts.group(3)).orElse("/"));
    }

    ServerUrl behind(int proxyPort) {
        return new ServerUrl("localhost", proxyPort, rest);
    }

    String text() {
        return START + host + ":" + port + rest;
    }
}
