// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.server;

import dev.holdfast.client.document.DocumentException;
import dev.holdfast.client.wire.Problem;
import dev.holdfast.client.wire.Problem.Code;
import dev.holdfast.client.wire.Wire;
import dev.holdfast.core.ledger.LedgerBroken;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** The form of requests and responses that all routes share, and what is said where there is no answer. */
final class Responses {
    static final String JSON = "application/json";

    private static final System.Logger LOG = System.getLogger("dev.holdfast.server");

    private Responses() {}

    /** Ends a request that gets no answer. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient Problem problem;

        Refused(Code code, String message) {
            super(message, null, false, false);
            this.problem = new Problem(code, message, "");
        }
    }

    /** The body, which has to be JSON by its own word: a form of some page elsewhere cannot say so. */
    static byte[] body(Context context) {
        String type = Optional.ofNullable(context.contentType()).orElse("").toLowerCase(Locale.ROOT);
        if (!type.split(";", 2)[0].strip().equals(JSON)) {
            throw new Refused(Code.NOT_JSON, "the body has to be of type " + JSON);
        }
        return context.bodyAsBytes();
    }

    static void addProblems(RoutesConfig routes) {
        routes.exception(Refused.class, (refused, context) -> write(context, refused.problem));
        routes.exception(
                DocumentException.class,
                (e, context) -> write(context, Code.BAD_REQUEST, String.valueOf(e.getMessage())));
        routes.exception(
                IllegalArgumentException.class,
                (e, context) -> write(context, Code.BAD_REQUEST, String.valueOf(e.getMessage())));
        routes.exception(LedgerUnavailable.class, (e, context) -> write(context, noted(Code.UNAVAILABLE, e)));
        routes.exception(OutcomeUnknown.class, (e, context) -> write(context, noted(Code.OUTCOME_UNKNOWN, e)));
        routes.exception(LedgerBroken.class, (e, context) -> write(context, noted(Code.BROKEN, e)));
        routes.exception(HttpResponseException.class, Responses::standard);
        routes.exception(Exception.class, (e, context) -> write(context, noted(Code.DEFECT, e)));
    }

    private static void standard(HttpResponseException e, Context context) {
        switch (e.getStatus()) {
            case 413 -> write(context, Code.TOO_LARGE, "a request has at most %d bytes".formatted(Wire.MAX_REQUEST));
            case 404, 405 ->
                write(context, Code.NOT_FOUND, "there is no %s %s".formatted(context.method(), context.path()));
            default -> write(context, noted(Code.DEFECT, e));
        }
    }

    private static void write(Context context, Code code, String message) {
        write(context, new Problem(code, message, ""));
    }

    private static void write(Context context, Problem problem) {
        context.status(problem.code().status()).contentType(JSON).result(Wire.record(problem));
    }

    /** What is inside the server stays there; who asks gets a number under which it stands in the log. */
    private static Problem noted(Code code, Exception e) {
        String id = "%08x".formatted(ThreadLocalRandom.current().nextInt());
        LOG.log(System.Logger.Level.WARNING, "request " + id, e);
        String message = switch (code) {
            case UNAVAILABLE -> "the ledger is unavailable; nothing was done";
            case OUTCOME_UNKNOWN -> "nobody knows what came of it; send the same again";
            case BROKEN -> "the ledger is damaged, or of another schema";
            case BAD_REQUEST, UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, TOO_LARGE, NOT_JSON, DEFECT ->
                "a defect of the server";
        };
        return new Problem(code, message, id);
    }
}
