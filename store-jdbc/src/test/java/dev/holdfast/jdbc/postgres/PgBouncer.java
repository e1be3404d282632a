// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.testkit.postgres.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** PgBouncer in transaction mode before a server, in a folder of its own. Ends with {@link #close()}. */
final class PgBouncer implements AutoCloseable {
    /** Fewer than there are clients, so that they have to share them. */
    private static final int CONNECTIONS = 3;

    private static final int TRIES = 500;
    private static final long BETWEEN_TRIES_NANOS = 20_000_000;
    /** Debian's user for those who need no rights; PgBouncer refuses to be root. */
    private static final String UNPRIVILEGED = "nobody";

    private final Process process;
    private final PostgresServer behind;

    private PgBouncer(Process process, PostgresServer behind) {
        this.process = process;
        this.behind = behind;
    }

    /** Where its program is; not on every search path, since it is a server. */
    static Optional<Path> program() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("") + ":/usr/sbin:/usr/local/sbin";
        return Stream.of(path.split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static PgBouncer start(Path program, PostgresServer server, Path folder) throws IOException, SQLException {
        int port = freePort();
        Path settings = folder.resolve("pgbouncer.ini");
        Path users = folder.resolve("users.txt");
        Files.writeString(settings, settings(server, port, users));
        Files.writeString(users, "\"" + server.user() + "\" \"" + server.password() + "\"\n");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("setpriv", "--reuid", UNPRIVILEGED, "--clear-groups"));
        }
        command.addAll(List.of(program.toString(), settings.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        PgBouncer bouncer = new PgBouncer(process, server.behind("127.0.0.1", port));
        bouncer.awaitConnections(folder.resolve("log"));
        return bouncer;
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private static String settings(PostgresServer server, int port, Path users) {
        return """
            [databases]
            %s = host=%s port=%d
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = %s
            auth_file = %s
            pool_mode = transaction
            default_pool_size = %d
            ignore_startup_parameters = extra_float_digits
            """.formatted(
                        server.database(),
                        server.host(),
                        server.port(),
                        port,
                        server.password().isEmpty() ? "trust" : "plain",
                        users,
                        CONNECTIONS);
    }

    private void awaitConnections(Path log) throws IOException, SQLException {
        for (int i = 0; ; i++) {
            try {
                dataSource().getConnection().close();
                return;
            } catch (SQLException e) {
                if (i == TRIES || !process.isAlive()) {
                    close();
                    throw new SQLException("PgBouncer did not start:\n" + Files.readString(log), e);
                }
                LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            }
        }
    }

    /** As its users have to: without prepared statements. */
    PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = behind.dataSource();
        source.setPrepareThreshold(0);
        return source;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
