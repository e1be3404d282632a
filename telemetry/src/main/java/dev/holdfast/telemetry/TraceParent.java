// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The W3C traceparent that a submission carries; a trace state does not fit beside it. */
final class TraceParent {
    private static final String FIELD = "traceparent";
    private static final W3CTraceContextPropagator FORMAT = W3CTraceContextPropagator.getInstance();

    private TraceParent() {}

    static String of(Span span) {
        Map<String, String> fields = new HashMap<>();
        FORMAT.inject(Context.root().with(span), fields, (carrier, field, value) -> fields.put(field, value));
        return fields.getOrDefault(FIELD, "");
    }

    /** What is no traceparent gives a context that is not valid. */
    static SpanContext parse(String text) {
        return Span.fromContext(FORMAT.extract(Context.root(), text, Text.FIELDS))
                .getSpanContext();
    }

    private enum Text implements TextMapGetter<String> {
        FIELDS;

        @Override
        public @Nullable String get(@Nullable String text, String field) {
            return field.equals(FIELD) ? text : null;
        }
    }
}
