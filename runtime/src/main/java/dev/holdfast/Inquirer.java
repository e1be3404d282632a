// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Unit;
import dev.holdfast.runtime.spi.PayloadCodec;
import dev.holdfast.runtime.spi.PayloadUndecodable;
import dev.holdfast.runtime.spi.Question;
import dev.holdfast.runtime.spi.Reconciler;
import dev.holdfast.runtime.spi.Reconciliation;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs inquiries about one kind of work: reads what is asked, has the reconciler look, and says what it found. The answer
 * closes the inquiry in its own commit, so that nothing is left to do if this worker dies before its claim is settled.
 */
final class Inquirer<T> implements Handler<Payload> {
    private final Ledger ledger;
    private final ExactRetry exactRetry;
    private final PayloadCodec codec;
    private final Class<T> type;
    private final Reconciler<T> reconciler;

    Inquirer(Ledger ledger, ExactRetry exactRetry, PayloadCodec codec, Class<T> type, Reconciler<T> reconciler) {
        this.ledger = ledger;
        this.exactRetry = exactRetry;
        this.codec = codec;
        this.type = type;
        this.reconciler = reconciler;
    }

    @Override
    public Outcome run(Payload asked, WorkContext context) throws Exception {
        Optional<Inquiry> inquiry = Inquiry.of(context.submission());
        if (inquiry.isEmpty()) {
            return Outcome.poison(WorkerCodes.PAYLOAD_UNDECODABLE).with(Evidence.NOT_STARTED);
        }
        Optional<Unit> subject = ledger.ask(new Inspect(inquiry.get().work()));
        if (!inquiry.get().isOpen(subject)) {
            return Outcome.done();
        }
        Question question = question(inquiry.get(), subject.orElseThrow(), context.attempt());
        T payload;
        try {
            payload = codec.decode(question.unit().submission().payload(), type);
        } catch (PayloadUndecodable e) {
            return Outcome.poison(WorkerCodes.PAYLOAD_UNDECODABLE).with(Evidence.NOT_STARTED);
        }
        Reconciliation found =
                Objects.requireNonNull(reconciler.reconcile(payload, question), "the reconciler returned nothing");
        return switch (found) {
            case Reconciliation.Applied applied ->
                resolve(question, new Resolution.Succeeded(result(applied)), applied.reference(), context);
            case Reconciliation.NotApplied none ->
                resolve(question, new Resolution.NotApplied(), none.reference(), context);
            case Reconciliation.StillUnknown unknown ->
                Outcome.retry(unknown.reference()).with(Evidence.NOT_APPLIED);
        };
    }

    private static Question question(Inquiry inquiry, Unit subject, int attempt) {
        PastClaim claim = subject.past().stream()
                .filter(past -> past.claim().fence().equals(inquiry.fence()))
                .findFirst()
                .orElseThrow();
        return new Question(subject, claim, attempt);
    }

    private Payload result(Reconciliation.Applied applied) {
        return applied.result().map(codec::encode).orElse(Payload.EMPTY);
    }

    /** Whatever the ledger answers, the question is closed then: by this evidence, or by what came before it. */
    private Outcome resolve(Question question, Resolution resolution, String reference, WorkContext context) {
        String actor = "inquiry " + context.work();
        exactRetry.submit(new Resolve(question.work(), question.fence(), resolution, reference, actor));
        return Outcome.done();
    }
}
