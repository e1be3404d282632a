// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.SubmitDecision;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.List;
import java.util.Optional;

/**
 * The spans of one call: each command of a batch has its own, as long as the call.
 *
 * @param commands as they are sent
 * @param spans one for each command, in order; empty for those that have none
 */
record SpanCall(List<Command<?>> commands, List<Optional<Span>> spans) implements Traces.Call {
    @Override
    public void answered(List<? extends Decision> decisions) {
        for (int i = 0; i < spans.size(); i++) {
            Decision decision = decisions.get(i);
            spans.get(i).ifPresent(span -> answered(span, decision));
        }
    }

    private static void answered(Span span, Decision decision) {
        span.setAttribute(SpanTraces.OUTCOME, Words.ofType(decision));
        switch (decision) {
            case SubmitDecision.Admitted admitted ->
                span.setAttribute(SpanTraces.WORK, admitted.work().value());
            case SubmitDecision.Repeated repeated ->
                span.setAttribute(SpanTraces.WORK, repeated.unit().id().value());
            case ClaimDecision.Granted granted ->
                span.setAttribute(SpanTraces.UNITS, (long) granted.grants().size());
            default -> {}
        }
        span.end();
    }

    @Override
    public void failed(Throwable failure) {
        for (Optional<Span> each : spans) {
            each.ifPresent(span -> {
                span.recordException(failure);
                span.setStatus(StatusCode.ERROR);
                span.end();
            });
        }
    }
}
