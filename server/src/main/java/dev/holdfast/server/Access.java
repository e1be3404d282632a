// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.client.wire.Problem.Code;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/** Who may come in. */
public final class Access {
    private static final String BEARER = "Bearer ";

    private final Optional<byte[]> token;

    private Access(Optional<byte[]> token) {
        this.token = token;
    }

    /** Everybody who can connect: for servers that only this machine sees. */
    public static Access open() {
        return new Access(Optional.empty());
    }

    /**
     * Who shows this token.
     *
     * @param token at least 16 characters, so that nobody guesses it
     */
    public static Access token(String token) {
        if (token.length() < 16) {
            throw new IllegalArgumentException("a token has at least 16 characters, not " + token.length());
        }
        return new Access(Optional.of(digest(token)));
    }

    void check(Context context) {
        if (token.isEmpty()) {
            return;
        }
        String shown = Optional.ofNullable(context.header("Authorization")).orElse("");
        // Digests of one length, compared in a time that does not tell where they differ.
        if (!shown.startsWith(BEARER)
                || !MessageDigest.isEqual(digest(shown.substring(BEARER.length())), token.get())) {
            throw new Responses.Refused(Code.UNAUTHENTICATED, "no token, or one that is not known here");
        }
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
