// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.RemoteLedger;
import dev.holdfast.client.wire.Problem;
import dev.holdfast.client.wire.Problem.Code;
import dev.holdfast.client.wire.Wire;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server does with those who do not do as the client does, and a client with servers that do not answer. */
class LedgerServerTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final DefinePool MAIL = new DefinePool(new PoolId("mail"), PoolPolicy.DEFAULT);

    private final Ledger kept = MemoryLedger.create(LedgerClock.system());
    private final LedgerServer server = LedgerServer.start(kept, "127.0.0.1", 0, Access.token(TOKEN));
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.close();
        server.close();
        kept.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}",
                "{\"commands\":{}}",
                "{\"commands\":[{}]}",
                "{\"commands\":[],\"commands\":[]}",
                "{\"commands\":[],\"more\":1}",
                "{\"commands\":[]} {}",
                "{\"commands\":[{\"command\":\"java.lang.Runtime\",\"with\":{}}]}",
                "{\"commands\":[{\"command\":\"Inspect\",\"with\":{\"work\":\"w\"}}]}",
                "{\"commands\":[{\"command\":\"PausePool\",\"with\":{\"pool\":\"p\"}}]}",
                "{\"commands\":[{\"command\":\"PausePool\",\"with\":{\"pool\":\"p\",\"paused\":1}}]}",
                "{\"commands\":[{\"command\":\"PausePool\",\"with\":{\"pool\":\"\",\"paused\":true}}]}",
                "{\"commands\":[{\"command\":\"PausePool\",\"with\":{\"pool\":\"p\",\"paused\":true,\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}}]}",
            })
    void aBodyThatIsNoRequestChangesNothing(String body) throws Exception {
        HttpResponse<byte[]> response =
                post("/v1/commands", TOKEN, "application/json", body.getBytes(StandardCharsets.UTF_8));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(problem(response).code()).isEqualTo(Code.BAD_REQUEST);
        assertThat(kept.ask(new ListPools())).isEmpty();
    }

    @Test
    void whoShowsNoTokenIsNotHeard() throws Exception {
        byte[] body = Wire.commands(List.of(Wire.command(MAIL)));

        for (String token : new String[] {"", "0123456789abcdeF", TOKEN + "0"}) {
            for (String path : new String[] {"/v1/commands", "/v1/queries", "/v1/nothing"}) {
                HttpResponse<byte[]> response = post(path, token, "application/json", body);
                assertThat(response.statusCode()).isEqualTo(401);
                assertThat(problem(response).code()).isEqualTo(Code.UNAUTHENTICATED);
            }
            assertThat(get("/v1/ledger", token).statusCode()).isEqualTo(401);
            assertThat(get("/v1/changes", token).statusCode()).isEqualTo(401);
        }
        assertThat(kept.ask(new ListPools())).isEmpty();
        assertThatThrownBy(() -> RemoteLedger.connect(server.address(), "another, longer token"))
                .isInstanceOf(LedgerUnavailable.class)
                .hasMessageContaining("token");
    }

    /** A form of a page elsewhere can be sent to this address by a browser, but not with this type. */
    @Test
    void whatDoesNotSayThatItIsJsonIsRefused() throws Exception {
        byte[] body = Wire.commands(List.of(Wire.command(MAIL)));

        for (String type : new String[] {"text/plain", "application/x-www-form-urlencoded", "application/jsonp"}) {
            HttpResponse<byte[]> response = post("/v1/commands", TOKEN, type, body);
            assertThat(response.statusCode()).isEqualTo(415);
        }
        assertThat(kept.ask(new ListPools())).isEmpty();
        assertThat(post("/v1/commands", TOKEN, "Application/JSON; charset=utf-8", body)
                        .statusCode())
                .isEqualTo(200);
        assertThat(kept.ask(new ListPools())).hasSize(1);
    }

    @Test
    void aRequestIsBounded() throws Exception {
        HttpResponse<byte[]> response = post("/v1/commands", TOKEN, "application/json", new byte[Wire.MAX_REQUEST + 1]);

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(problem(response).code()).isEqualTo(Code.TOO_LARGE);
    }

    @Test
    void whatIsNotThereIsSaid() throws Exception {
        assertThat(problem(get("/v1/nothing", TOKEN)))
                .isEqualTo(new Problem(Code.NOT_FOUND, "there is no GET /v1/nothing", ""));
        assertThat(get("/v1/commands", TOKEN).statusCode()).isEqualTo(404);
    }

    @Test
    void aChangeIsHeard() throws Exception {
        try (RemoteLedger listening = RemoteLedger.connect(server.address(), TOKEN)) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch heard = new CountDownLatch(2);
            try (Ledger.Subscription subscription = listening.onChange(() -> {
                begun.countDown();
                heard.countDown();
            })) {
                begun.await();
                long before = listening.changes();
                kept.submit(MAIL);
                kept.submit(new Submit(
                        MAIL.pool(),
                        Submission.of("mail", new IdempotencyKey("k")).build(),
                        Optional.empty()));
                heard.await();
                assertThat(subscription).isNotNull();
                assertThat(listening.changes()).isGreaterThanOrEqualTo(before);
            }
        }
    }

    /** The request has arrived, and what came of it nobody says. */
    @Test
    void aCommandWithoutAnswerMayHaveBeenApplied() throws Exception {
        try (RemoteLedger ledger = throughSomebodyWhoHangsUp()) {
            assertThatThrownBy(() -> ledger.submit(MAIL)).isInstanceOf(OutcomeUnknown.class);
            assertThatThrownBy(() -> ledger.ask(new ListPools())).isInstanceOf(LedgerUnavailable.class);
        }
    }

    @Test
    void aServerThatIsAwayIsUnavailable() {
        URI address = server.address();
        try (RemoteLedger ledger = RemoteLedger.connect(address, TOKEN)) {
            server.close();
            assertThatThrownBy(() -> ledger.submit(MAIL)).isInstanceOf(LedgerUnavailable.class);
        }
        assertThatThrownBy(() -> RemoteLedger.connect(address, TOKEN)).isInstanceOf(LedgerUnavailable.class);
    }

    /** Lets the question who it is pass, and hangs up on every request after it. */
    private RemoteLedger throughSomebodyWhoHangsUp() throws IOException {
        ServerSocket between = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        byte[] facts = get("/v1/ledger", TOKEN).body();
        Thread.ofVirtual().start(() -> {
            try {
                boolean first = true;
                while (true) {
                    try (Socket client = between.accept()) {
                        client.getInputStream().read(new byte[64 * 1024]);
                        if (first) {
                            first = false;
                            client.getOutputStream()
                                    .write(("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + facts.length
                                                    + "\r\n\r\n")
                                            .getBytes(StandardCharsets.UTF_8));
                            client.getOutputStream().write(facts);
                        }
                    }
                }
            } catch (IOException e) {
                // Closed with the test.
            }
        });
        return RemoteLedger.connect(URI.create("http://127.0.0.1:" + between.getLocalPort()), TOKEN);
    }

    private HttpResponse<byte[]> get(String path, String token) {
        return send(HttpRequest.newBuilder(server.address().resolve(path)).GET(), token);
    }

    private HttpResponse<byte[]> post(String path, String token, String type, byte[] body) {
        return send(
                HttpRequest.newBuilder(server.address().resolve(path))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofByteArray(body)),
                token);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request, String token) {
        try {
            HttpRequest.Builder known = token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
            return http.send(known.build(), BodyHandlers.ofByteArray());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Problem problem(HttpResponse<byte[]> response) {
        return Wire.readRecord(response.body(), Problem.class);
    }
}
