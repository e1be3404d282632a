// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import dev.holdfast.benchmarks.run.Database.Property;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The distribution's PgBouncer in transaction mode in front of a database, where it is installed. */
public final class PgBouncer implements AutoCloseable {
    private static final int START_SECONDS = 10;

    private final Process process;
    private final Path folder;
    private final Database database;

    private PgBouncer(Process process, Path folder, Database database) {
        this.process = process;
        this.folder = folder;
        this.database = database;
    }

    /** Empty when there is none here. */
    public static Optional<PgBouncer> start(Database behind) throws IOException, SQLException {
        Optional<Path> program = Stream.of(System.getenv("PATH"), "/usr/sbin")
                .flatMap(folders -> Arrays.stream(folders.split(File.pathSeparator)))
                .map(folder -> Path.of(folder, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst();
        if (program.isEmpty()) {
            return Optional.empty();
        }
        int port = freePort();
        Path folder = Files.createTempDirectory("bench-");
        Path settings = Files.writeString(folder.resolve("pgbouncer.ini"), settings(behind, port));
        List<String> command = new ArrayList<>(List.of(program.get().toString()));
        if ("root".equals(System.getProperty("user.name"))) {
            // It refuses to run as root.
            command.addAll(List.of("-u", "nobody"));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        command.add(settings.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        // Older ones do not know prepared statements, which outlive a transaction.
        Database through = new Database("jdbc:postgresql://127.0.0.1:" + port + "/" + behind.part(Property.NAME)
                + "?prepareThreshold=0&user=" + behind.part(Property.USER));
        PgBouncer bouncer = new PgBouncer(process, folder, through);
        if (!Pace.until(bouncer::answers, Pace.after(START_SECONDS))) {
            bouncer.close();
            throw new IOException("it did not answer within " + START_SECONDS + " s");
        }
        return Optional.of(bouncer);
    }

    private static String settings(Database behind, int port) throws SQLException {
        String password = behind.part(Property.PASSWORD);
        return """
            [databases]
            * = host=%s port=%s user=%s%s
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = 50
            max_client_conn = 300
            ignore_startup_parameters = extra_float_digits,options
            """.formatted(
                        behind.part(Property.HOST),
                        behind.part(Property.PORT),
                        behind.part(Property.USER),
                        password.isEmpty() ? "" : " password=" + password,
                        port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean answers() {
        try (Connection connection = database.connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The same database, through the pooler. */
    public Database database() {
        return database;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        Folders.delete(folder);
    }
}
