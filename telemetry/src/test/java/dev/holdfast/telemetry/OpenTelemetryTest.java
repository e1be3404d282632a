// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.Outcome;
import dev.holdfast.SubmitOptions;
import dev.holdfast.WorkerOptions;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import dev.holdfast.testkit.ManualClock;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same through OpenTelemetry's own SDK, and the spans. */
@Timeout(60)
class OpenTelemetryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(50);
    private static final AttributeKey<String> WORK = AttributeKey.stringKey("holdfast.work");

    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exported))
                    .build())
            .build();

    @AfterEach
    void close() {
        sdk.close();
    }

    private Map<String, MetricData> collect() {
        return metrics.collectAllMetrics().stream().collect(Collectors.toMap(MetricData::getName, Function.identity()));
    }

    @Test
    void metricsHaveScopeUnitAndTags() {
        ManualClock clock = new ManualClock();
        try (MeteredLedger ledger =
                MeteredLedger.over(MemoryLedger.create(clock), OpenTelemetryTelemetry.in(sdk), Duration.ofDays(1))) {
            Scene scene = new Scene(ledger).define(PoolPolicy.DEFAULT).register("a");
            scene.submit(Scene.unit("a", "one"));
            scene.submit(Scene.unit("a", "two"));
            clock.advance(Duration.ofSeconds(3));
            scene.claim(1);
            ledger.refresh();

            Map<String, MetricData> found = collect();
            MetricData submissions = found.get("holdfast.submissions");
            assertThat(submissions.getInstrumentationScopeInfo().getName()).isEqualTo("dev.holdfast");
            assertThat(submissions.getUnit()).isEqualTo("{submission}");
            LongPointData point =
                    submissions.getLongSumData().getPoints().iterator().next();
            assertThat(point.getValue()).isEqualTo(2);
            assertThat(point.getAttributes().asMap().toString())
                    .contains("kind=a")
                    .contains("outcome=admitted")
                    .contains("pool=p");
            assertThat(found.get("holdfast.claim.delay").getUnit()).isEqualTo("s");
            assertThat(found.get("holdfast.claim.delay").getHistogramData().getPoints())
                    .singleElement()
                    .satisfies(delay -> assertThat(delay.getSum()).isEqualTo(3));
            assertThat(found.get("holdfast.pool.units").getDoubleGaugeData().getPoints())
                    .hasSize(8);
        }
        assertThat(collect()).as("after the end").doesNotContainKey("holdfast.pool.units");
    }

    @Test
    void aRunLinksToItsSubmissionAndItsSettlementBelongsToIt() throws Exception {
        AtomicReference<String> current = new AtomicReference<>("");
        Span request = sdk.getTracer("test").spanBuilder("request").startSpan();
        try (MeteredLedger ledger =
                        MeteredLedger.over(MemoryLedger.create(LedgerClock.system()), OpenTelemetryTelemetry.in(sdk));
                Holdfast holdfast = Holdfast.over(ledger)) {
            holdfast.handle("greet", String.class, (name, context) -> {
                current.set(Span.current().getSpanContext().getSpanId());
                return Outcome.fail("rude");
            });
            holdfast.start(WorkerOptions.DEFAULT.withListener(ledger.listener()));
            try (Scope scope = request.makeCurrent()) {
                assertThat(scope).isNotNull();
                assertThat(holdfast.submit("greet", "Ada", SubmitOptions.none().id("w1"))
                                .await(PATIENCE))
                        .isPresent();
            }
        }
        SpanData submit = span("submit");
        SpanData run = span("run");
        SpanData settle = span("settle");
        assertThat(submit.getParentSpanId()).isEqualTo(request.getSpanContext().getSpanId());
        assertThat(run.getParentSpanContext().isValid())
                .as("a trace of its own")
                .isFalse();
        assertThat(run.getLinks())
                .singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(submit.getSpanId()));
        assertThat(current).hasValue(run.getSpanId());
        assertThat(settle.getParentSpanId()).isEqualTo(run.getSpanId());
        assertThat(submit.getAttributes().get(WORK)).isEqualTo("w1");
        assertThat(run.getAttributes().get(WORK)).isEqualTo("w1");
        assertThat(run.getAttributes().get(AttributeKey.stringKey("holdfast.answer")))
                .isEqualTo("failed");
        assertThat(exported.getFinishedSpanItems())
                .extracting(SpanData::getName)
                .contains("claim");
    }

    @Test
    void aHeldSubmissionStaysHeld() {
        try (MeteredLedger ledger = MeteredLedger.over(
                MemoryLedger.create(new ManualClock()), OpenTelemetryTelemetry.in(sdk), Duration.ofDays(1))) {
            new Scene(ledger).define(PoolPolicy.DEFAULT);
            Hold hold = new Hold(Duration.ofHours(1), Hold.Then.WITHDRAW);

            assertThat(ledger.submit(
                            Submit.held(Scene.POOL, Scene.unit("a", "one").build(), hold)))
                    .isEqualTo(new SubmitDecision.Admitted(new WorkId("one"), Status.HELD));
        }
    }

    @Test
    void aTraceThatTheSubmitterGaveIsKept() {
        String given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        try (MeteredLedger ledger = MeteredLedger.over(
                MemoryLedger.create(new ManualClock()), OpenTelemetryTelemetry.in(sdk), Duration.ofDays(1))) {
            Scene scene = new Scene(ledger).define(PoolPolicy.DEFAULT).register("a");
            scene.submit(Scene.unit("a", "one").trace(given));
            scene.submit(Scene.unit("a", "two"));

            SpanData submit = span("two", WORK);
            assertThat(scene.claim(2))
                    .extracting(grant -> grant.submission().trace())
                    .satisfiesExactly(
                            first -> assertThat(first).isEqualTo(given),
                            second -> assertThat(second)
                                    .startsWith("00-" + submit.getTraceId() + "-" + submit.getSpanId() + "-"));
        }
    }

    private SpanData span(String name) {
        return exported.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private SpanData span(String value, AttributeKey<String> key) {
        return exported.getFinishedSpanItems().stream()
                .filter(span -> value.equals(span.getAttributes().get(key)))
                .findFirst()
                .orElseThrow();
    }
}
