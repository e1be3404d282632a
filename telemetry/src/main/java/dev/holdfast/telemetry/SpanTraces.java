// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static io.opentelemetry.api.trace.SpanKind.CLIENT;
import static io.opentelemetry.api.trace.SpanKind.CONSUMER;
import static io.opentelemetry.api.trace.SpanKind.PRODUCER;

import dev.holdfast.core.Command;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Spans for submit, claim, run and settle. Ids of work, workers and fences stand here and in no metric. */
final class SpanTraces implements Traces {
    static final String POOL = "holdfast.pool";
    static final String KIND = "holdfast.kind";
    static final String WORK = "holdfast.work";
    static final String WORKER = "holdfast.worker";
    static final String FENCE = "holdfast.fence";
    static final String ATTEMPT = "holdfast.attempt";
    static final String ANSWER = "holdfast.answer";
    static final String OUTCOME = "holdfast.outcome";
    static final String UNITS = "holdfast.units";

    private final Tracer tracer;
    private final Remembered<Claimed, Run> runs = new Remembered<>(Bounds.CLAIMS);

    /** A run, from its start until its settlement was answered; the scope until its handler has returned. */
    private record Run(Span span, Optional<Scope> scope) {}

    SpanTraces(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public Call begin(List<? extends Command<?>> commands) {
        List<Command<?>> sent = new ArrayList<>(commands.size());
        List<Optional<Span>> spans = new ArrayList<>(commands.size());
        for (Command<?> command : commands) {
            Optional<Span> span = begin(command);
            sent.add(command instanceof Submit submit && span.isPresent() ? carrying(submit, span.get()) : command);
            spans.add(span);
        }
        return new SpanCall(sent, spans);
    }

    private Optional<Span> begin(Command<?> command) {
        return switch (command) {
            case Submit submit ->
                Optional.of(tracer.spanBuilder("submit")
                        .setSpanKind(PRODUCER)
                        .setAttribute(POOL, submit.pool().value())
                        .setAttribute(KIND, kind(submit.submission()))
                        .startSpan());
            case ClaimWork claim ->
                Optional.of(tracer.spanBuilder("claim")
                        .setSpanKind(CLIENT)
                        .setAttribute(POOL, claim.pool().value())
                        .setAttribute(WORKER, claim.worker().value())
                        .startSpan());
            case Settle settle -> Optional.of(settlement(settle));
            default -> Optional.empty();
        };
    }

    private Span settlement(Settle settle) {
        SpanBuilder span = tracer.spanBuilder("settle")
                .setSpanKind(CLIENT)
                .setAttribute(WORK, settle.work().value())
                .setAttribute(FENCE, settle.fence().toString())
                .setAttribute(ANSWER, Words.ofType(settle.answer()));
        runs.remove(new Claimed(settle.work(), settle.fence()))
                .ifPresent(run -> span.setParent(Context.root().with(run.span())));
        return span.startSpan();
    }

    private static Submit carrying(Submit submit, Span span) {
        Submission submission = submit.submission();
        boolean carries = submission.trace().isEmpty() && span.getSpanContext().isValid();
        return carries ? new Submit(submit.pool(), submission.withTrace(TraceParent.of(span)), submit.hold()) : submit;
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // the scope is closed when the handler has returned
    public void started(Grant grant) {
        SpanBuilder builder = tracer.spanBuilder("run")
                .setNoParent()
                .setSpanKind(CONSUMER)
                .setAttribute(POOL, grant.pool().value())
                .setAttribute(KIND, kind(grant.submission()))
                .setAttribute(WORK, grant.work().value())
                .setAttribute(FENCE, grant.fence().toString())
                .setAttribute(ATTEMPT, (long) grant.attempt());
        SpanContext submitted = TraceParent.parse(grant.submission().trace());
        if (submitted.isValid()) {
            builder.addLink(submitted);
        }
        Span span = builder.startSpan();
        runs.put(Claimed.of(grant), new Run(span, Optional.of(span.makeCurrent())));
    }

    @Override
    public void returned(Grant grant, Optional<Answer> answer) {
        Claimed claimed = Claimed.of(grant);
        runs.get(claimed).ifPresent(run -> {
            run.scope().ifPresent(Scope::close);
            run.span().setAttribute(ANSWER, answer.map(Words::ofType).orElse("none"));
            if (answer.isPresent() && isFailure(answer.get())) {
                run.span().setStatus(StatusCode.ERROR);
            }
            run.span().end();
        });
        if (answer.isEmpty()) {
            runs.remove(claimed);
        } else {
            runs.change(claimed, run -> new Run(run.span(), Optional.empty()));
        }
    }

    private static boolean isFailure(Answer answer) {
        return switch (answer) {
            case Answer.Succeeded done -> false;
            case Answer.Failed failed -> true;
            case Answer.Cancelled cancelled -> false;
            case Answer.Poisoned poisoned -> true;
            case Answer.Released released -> false;
        };
    }

    private static String kind(Submission submission) {
        return submission.requirements().eligibility().kind();
    }
}
