// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.ManualClock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** However many names somebody thinks of, the series stay few. */
class MetricsTest {
    private static final int MANY = 10_000;
    private static final int CLAIMED = 1_500;

    /** More than any tag may have; the bounds are {@link Bounds}, and one each for other and unknown. */
    private static final int MOST_VALUES = 202;

    private final Collected collected = new Collected();

    @Test
    void noTagIsUnbounded() {
        try (MeteredLedger ledger = MeteredLedger.over(
                MemoryLedger.create(new ManualClock()), MicrometerTelemetry.in(collected.registry))) {
            Scene scene = new Scene(ledger).define(manyLimits());
            scene.register(IntStream.range(0, CLAIMED).mapToObj(i -> "kind" + i).toArray(String[]::new));
            for (int i = 0; i < MANY; i++) {
                submitOneOfMany(ledger, scene, i);
            }
            for (Grant grant : scene.claim(1_000)) {
                String code = "code-" + grant.work();
                scene.settle(grant, new Answer.Failed(code, Evidence.NOT_APPLIED));
            }
            for (int i = 0; i < 400; i++) {
                ledger.submit(new DefinePool(new PoolId("pool" + i), PoolPolicy.DEFAULT));
                ledger.submit(new RegisterWorker(
                        WorkerOffer.of(new WorkerId("worker" + i), Set.of(Scene.POOL), Set.of("a"), 1)));
            }
            ledger.refresh();

            assertThat(valuesOfTags())
                    .isNotEmpty()
                    .allSatisfy((tag, values) -> assertThat(values).as(tag).hasSizeLessThanOrEqualTo(MOST_VALUES));
            assertThat(valuesOfTags().get("kind"))
                    .hasSizeGreaterThan(Bounds.KINDS)
                    .contains("other");
            assertThat(valuesOfTags().keySet()).isSubsetOf(declared());
            assertThat(seriesOfNames())
                    .allSatisfy((name, series) -> assertThat(series).as(name).isLessThanOrEqualTo(MOST_VALUES * 8));
        }
    }

    /** Of everything that a caller may choose, another value each time. */
    private static void submitOneOfMany(MeteredLedger ledger, Scene scene, int number) {
        scene.submit(Scene.unit("kind" + number % CLAIMED, "key" + number)
                .fairnessKey("tenant" + number)
                .labels(Map.of("label" + number, "value" + number)));
        ledger.submit(new Submit(
                new PoolId("nowhere" + number),
                Scene.unit("unheard" + number, "key").build()));
        scene.submit(Scene.unit("undefined" + number, "other" + number).demand("resource" + number, 1));
        ledger.submit(new Cancel(new WorkId("key" + number / 2), "actor" + number, "reason" + number));
    }

    private static PoolPolicy manyLimits() {
        Map<String, Long> capacity = new HashMap<>();
        Map<String, DomainLimit> domains = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            capacity.put("limit" + i, 10L);
            domains.put("domain" + i, DomainLimit.claims(2));
        }
        return PoolPolicy.DEFAULT.withCapacity(capacity).withDomains(domains);
    }

    private Map<String, Set<String>> valuesOfTags() {
        Map<String, Set<String>> values = new TreeMap<>();
        collected
                .registry
                .getMeters()
                .forEach(meter -> meter.getId()
                        .getTags()
                        .forEach(tag -> values.computeIfAbsent(tag.getKey(), key -> new TreeSet<>())
                                .add(tag.getValue())));
        return values;
    }

    private static Set<String> declared() {
        return Arrays.stream(Tag.values()).map(Tag::label).collect(Collectors.toSet());
    }

    private Map<String, Long> seriesOfNames() {
        return collected.registry.getMeters().stream()
                .collect(Collectors.groupingBy(meter -> meter.getId().getName(), TreeMap::new, Collectors.counting()));
    }
}
