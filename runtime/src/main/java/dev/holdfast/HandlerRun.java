// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.runtime.definition.Definition;
import dev.holdfast.runtime.definition.Definitions;
import dev.holdfast.runtime.definition.Resolved;
import dev.holdfast.runtime.spi.PayloadCodec;
import dev.holdfast.runtime.spi.PayloadUndecodable;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** From a claim to its answer: decode the payload, call the handler, translate what it says. */
final class HandlerRun {
    /** Not at once: the same worker would get it again. */
    private static final Duration ELSEWHERE_AFTER = Duration.ofSeconds(30);

    private final Definitions definitions;
    private final PayloadCodec codec;
    private final Consumer<Error> onError;

    /** @param onError told when a handler threw one */
    HandlerRun(Definitions definitions, PayloadCodec codec, Consumer<Error> onError) {
        this.definitions = definitions;
        this.codec = codec;
        this.onError = onError;
    }

    /**
     * Never throws. Work that names a content which is not here is given back: it must not run on another one. A ledger
     * gives such work to no worker that does not offer the content, so that this is the second lock of two.
     *
     * <p>Empty when the claim was lost and the handler has nothing definite to say about it.
     */
    <T> Optional<Answer> run(RegisteredHandler<T> registered, Held held) {
        return switch (definitions.resolve(held.grant())) {
            case Resolved.Found found -> decode(registered, Optional.of(found.definition()), held);
            case Resolved.NoneNamed none -> decode(registered, Optional.empty(), held);
            case Resolved.UnknownDefinition unknown -> Optional.of(elsewhere(WorkerCodes.DEFINITION_UNKNOWN));
            case Resolved.FingerprintMismatch mismatch -> Optional.of(elsewhere(WorkerCodes.DEFINITION_MISMATCH));
            case Resolved.UnsupportedIrVersion ir -> Optional.of(elsewhere(WorkerCodes.IR_VERSION_UNSUPPORTED));
        };
    }

    private static Answer elsewhere(String reason) {
        return new Answer.Released(Evidence.NOT_STARTED, reason, Optional.of(ELSEWHERE_AFTER));
    }

    private <T> Optional<Answer> decode(RegisteredHandler<T> registered, Optional<Definition> definition, Held held) {
        T payload;
        try {
            payload = codec.decode(held.grant().submission().payload(), registered.type());
        } catch (PayloadUndecodable e) {
            return Optional.of(new Answer.Poisoned(WorkerCodes.PAYLOAD_UNDECODABLE, Evidence.NOT_STARTED));
        } catch (Exception e) {
            return Optional.of(notApplied(e));
        } catch (Error e) {
            onError.accept(e);
            return Optional.of(notApplied(e));
        }
        return call(registered, payload, definition, held);
    }

    private <T> Optional<Answer> call(
            RegisteredHandler<T> registered, T payload, Optional<Definition> definition, Held held) {
        if (!held.start(Thread.currentThread())) {
            String reason = held.isLost() ? WorkerCodes.LEASE_OVER : WorkerCodes.WORKER_STOPPING;
            return Optional.of(Releases.notStarted(reason));
        }
        try {
            Outcome outcome = registered.handler().run(payload, new HeldContext(held, definition));
            return Optional.of(translate(Objects.requireNonNull(outcome, "the handler returned no outcome")));
        } catch (Exception e) {
            return thrown(held, e);
        } catch (Error e) {
            onError.accept(e);
            return thrown(held, e);
        } finally {
            held.end();
        }
    }

    private static Optional<Answer> thrown(Held held, Throwable thrown) {
        if (held.isLost()) {
            return Optional.empty(); // the interruption was ours, and the ledger knows or finds out
        }
        if (held.isStopping()) {
            return Optional.of(Releases.unknown(WorkerCodes.WORKER_STOPPING));
        }
        return Optional.of(Releases.unknown(Reasons.of(thrown)));
    }

    private static Answer notApplied(Throwable thrown) {
        return new Answer.Released(Evidence.NOT_APPLIED, Reasons.of(thrown), Optional.empty());
    }

    private Answer translate(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done done -> succeeded(done);
            case Outcome.Failed failed -> new Answer.Failed(failed.code(), failed.evidence());
            case Outcome.Cancelled cancelled -> new Answer.Cancelled(cancelled.code(), cancelled.evidence());
            case Outcome.Poisoned poisoned -> new Answer.Poisoned(poisoned.code(), poisoned.evidence());
            case Outcome.Retry retry ->
                new Answer.Released(retry.evidence(), Reasons.text(retry.reason()), retry.delay());
        };
    }

    /** The effect took place, so that a result that cannot be kept is no reason to run again. */
    private Answer succeeded(Outcome.Done done) {
        try {
            return new Answer.Succeeded(done.result().map(codec::encode).orElse(Payload.EMPTY));
        } catch (RuntimeException e) {
            return new Answer.Failed(WorkerCodes.RESULT_UNENCODABLE, Evidence.APPLIED);
        }
    }
}
