// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/** A JDBC URL of a PostgreSQL database. Its text has no password in it. */
public final class PostgresUrl {
    private static final String START = "jdbc:postgresql:";
    private static final int CONNECT_SECONDS = 5;

    private final String url;
    private final Properties given;

    private PostgresUrl(String url, Properties given) {
        this.url = url;
        this.given = given;
    }

    /** Whether a text means a database rather than a file. */
    public static boolean is(String text) {
        return text.startsWith(START);
    }

    /** @throws IllegalArgumentException when the driver does not understand it; the message has no password in it */
    public static PostgresUrl of(String url) {
        Optional<Properties> given =
                is(url) ? Optional.ofNullable(Driver.parseURL(url, new Properties())) : Optional.empty();
        return new PostgresUrl(
                url,
                given.orElseThrow(() -> new IllegalArgumentException("'" + shown(url)
                        + "' is no URL of a PostgreSQL database; write jdbc:postgresql://HOST:PORT/DATABASE")));
    }

    /** Connections straight to the server, each made when it is asked for. */
    DataSource dataSource(Map<String, String> environment) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url);
        if (!says(PGProperty.APPLICATION_NAME)) {
            source.setApplicationName("holdfast");
        }
        if (!says(PGProperty.PREPARE_THRESHOLD)) {
            source.setPrepareThreshold(1);
        }
        if (!says(PGProperty.CONNECT_TIMEOUT)) {
            source.setConnectTimeout(CONNECT_SECONDS);
        }
        if (!says(PGProperty.TCP_KEEP_ALIVE)) {
            source.setTcpKeepAlive(true);
        }
        if (!names("user")) {
            Optional.ofNullable(environment.get("PGUSER")).ifPresent(source::setUser);
        }
        if (!names("password")) {
            Optional.ofNullable(environment.get("PGPASSWORD")).ifPresent(source::setPassword);
        }
        return source;
    }

    private boolean says(PGProperty property) {
        return given.getProperty(property.getName()) != null;
    }

    /** Not what the driver has read: that has the system's user where the URL names none. */
    private boolean names(String parameter) {
        return parameters(url).anyMatch(each -> each.startsWith(parameter + "="));
    }

    private static Stream<String> parameters(String url) {
        int question = url.indexOf('?');
        return question < 0
                ? Stream.empty()
                : Stream.of(url.substring(question + 1).split("&"));
    }

    /** A URL without the values that are secret. */
    private static String shown(String url) {
        int question = url.indexOf('?');
        String place = (question < 0 ? url : url.substring(0, question)).replaceFirst("//[^/@]*@", "//");
        String rest = parameters(url)
                .filter(each -> !each.toLowerCase(Locale.ROOT).contains("password"))
                .collect(Collectors.joining("&"));
        return rest.isEmpty() ? place : place + "?" + rest;
    }

    /** Without passwords. */
    @Override
    public String toString() {
        return shown(url);
    }
}
