// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client;

import dev.holdfast.client.document.DocumentException;
import dev.holdfast.client.wire.LedgerFacts;
import dev.holdfast.client.wire.Problem;
import dev.holdfast.client.wire.Wire;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Requests and their responses; what came of a request that has none. */
final class Exchange implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** Longer than any server waits for its store. */
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final String address;
    private final String token;

    Exchange(URI address, String token) {
        String scheme = String.valueOf(address.getScheme());
        if (!(scheme.equals("http") || scheme.equals("https")) || address.getHost() == null) {
            throw new IllegalArgumentException("the address of a server looks like http://HOST:PORT, not " + address);
        }
        this.address = address.toString().replaceAll("/+$", "");
        this.token = token;
    }

    LedgerFacts facts() {
        LedgerFacts facts =
                answered(() -> Wire.readRecord(body(request("/v1/ledger").GET(), false), LedgerFacts.class));
        if (!facts.protocol().equals(LedgerFacts.PROTOCOL)) {
            throw new LedgerBroken(
                    "the server speaks %s, this program %s".formatted(facts.protocol(), LedgerFacts.PROTOCOL));
        }
        return facts;
    }

    List<Decision> decide(Batch batch) {
        byte[] response = body(post("/v1/commands", batch.body()), true);
        return answered(() -> Wire.readDecisions(response, batch.commands()));
    }

    <R> R ask(Query<R> query) {
        byte[] response = body(post("/v1/queries", Wire.query(query)), false);
        return answered(() -> Wire.readAnswer(response, query));
    }

    /** The lines of a stream that goes on until somebody closes it. */
    Stream<String> lines(String path) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> response =
                http.send(request(path).timeout(Duration.ofDays(365)).GET().build(), BodyHandlers.ofLines());
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode());
        }
        return response.body();
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + path)).timeout(ANSWER);
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpRequest.Builder post(String path, byte[] body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    }

    /** @param changes whether the request may have changed something when nobody knows what came of it */
    private byte[] body(HttpRequest.Builder request, boolean changes) {
        try {
            HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
            if (response.statusCode() == 200) {
                return response.body();
            }
            throw failure(response, changes);
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new LedgerUnavailable("no server answers at " + address, e);
        } catch (IOException e) {
            throw unanswered(changes, "the server at " + address + " gave no answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unanswered(changes, "interrupted while the server at " + address + " was asked", e);
        }
    }

    private static LedgerException unanswered(boolean changes, String message, Exception cause) {
        return changes ? new OutcomeUnknown(message, cause) : new LedgerUnavailable(message, cause);
    }

    private RuntimeException failure(HttpResponse<byte[]> response, boolean changes) {
        Problem problem;
        try {
            problem = Wire.readRecord(response.body(), Problem.class);
        } catch (DocumentException e) {
            // Somebody between client and server: what the server did with the request, if it got it, nobody knows.
            return unanswered(changes, "%s answered %d".formatted(address, response.statusCode()), e);
        }
        String message = "the server at %s: %s".formatted(address, problem.message());
        return switch (problem.code()) {
            case BAD_REQUEST, NOT_FOUND, TOO_LARGE, NOT_JSON -> new IllegalArgumentException(message);
            case UNAUTHENTICATED, FORBIDDEN, UNAVAILABLE -> new LedgerUnavailable(message);
            case OUTCOME_UNKNOWN -> new OutcomeUnknown(message);
            case BROKEN -> new LedgerBroken(message);
            case DEFECT -> new IllegalStateException(message + " (" + problem.id() + ")");
        };
    }

    private <T> T answered(java.util.function.Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DocumentException e) {
            throw new LedgerBroken(
                    "the server at %s does not speak %s: %s".formatted(address, LedgerFacts.PROTOCOL, e.getMessage()),
                    e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
