// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The schema as numbered files of plain SQL beside a class, {@code V1__ledger.sql} and so on. A file that was released
 * never changes.
 */
public record Migrations(List<Migration> all) {
    /** @param statements in order; each is complete */
    public record Migration(int version, String name, List<String> statements) {}

    private static final Pattern NAME = Pattern.compile("V(\\d+)__\\w+\\.sql");

    /** @param names of the files without folder, in order of version; versions may be left out */
    public static Migrations beside(Class<?> owner, List<String> names) {
        List<Migration> all = new ArrayList<>();
        for (String name : names) {
            Matcher parts = NAME.matcher(name);
            int version = parts.matches() ? Integer.parseInt(parts.group(1)) : 0;
            if (version <= (all.isEmpty() ? 0 : all.getLast().version())) {
                throw new IllegalArgumentException("migration " + name + " does not follow the one before it");
            }
            all.add(new Migration(version, name, statements(read(owner, name))));
        }
        return new Migrations(List.copyOf(all));
    }

    public int newest() {
        return all.getLast().version();
    }

    /** Those that a schema of {@code version} does not have yet. */
    public List<Migration> after(int version) {
        return all.stream().filter(migration -> migration.version() > version).toList();
    }

    /** Text files beside a class, such as long queries. */
    public static String read(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no such file beside " + owner.getName() + ": " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cuts a file at every semicolon that ends a line; our files have no others outside of comments. */
    public static List<String> statements(String file) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (String line : file.lines().toList()) {
            if (line.isBlank() || line.stripLeading().startsWith("--")) {
                continue;
            }
            statement.append(line).append('\n');
            if (line.stripTrailing().endsWith(";")) {
                statements.add(statement.toString().strip());
                statement.setLength(0);
            }
        }
        if (!statement.isEmpty()) {
            throw new IllegalArgumentException("a migration ends within a statement: " + statement);
        }
        return List.copyOf(statements);
    }
}
