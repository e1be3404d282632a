// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.Names;
import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Retry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Policies with values that are hard to write: names that mean something in YAML, the longest and shortest durations. */
final class RandomPolicies {
    /** Legal names all of them. */
    private static final List<String> AWKWARD_NAMES = List.of(
            "null",
            "~",
            "true",
            "no",
            "1",
            "1e3",
            "0x1f",
            "-",
            "- a",
            "a: b",
            "a #b",
            "#",
            "*a",
            "&a",
            "!t",
            "%",
            "@",
            "`",
            "{",
            "}",
            "[",
            "]",
            ",",
            "?",
            "? a",
            ":",
            "<<",
            "=",
            "---",
            "...",
            "\"",
            "'",
            "\\",
            "|",
            ">",
            "é",
            "\uD83D\uDE00",
            "a.b",
            "2026-01-01",
            "12:30:45",
            "x".repeat(Names.MAX_LENGTH));

    /** Nothing checks labels. */
    private static final List<String> AWKWARD_TEXTS = List.of(
            "",
            " ",
            " a ",
            "a\nb",
            "\n",
            "a\n\n",
            "\t",
            "\r\n",
            "\0",
            "\u0007",
            "\u001b[31m",
            "\u0085",
            "\u00a0",
            "\u2028",
            "\uFEFF",
            "a".repeat(500),
            "word ".repeat(60));

    private final Random random;

    RandomPolicies(Random random) {
        this.random = random;
    }

    private Fairness.Cost cost() {
        return random.nextBoolean() ? Fairness.Cost.GRANT : Fairness.Cost.RUN_TIME;
    }

    private Fairness.Keys keys() {
        return random.nextBoolean() ? Fairness.Keys.OPEN : Fairness.Keys.LISTED;
    }

    PoolPolicy policy() {
        SortedMap<String, DomainLimit> domains = values(this::name, this::domain);
        Set<String> shared = new HashSet<>(values(this::name, this::amount).keySet());
        shared.removeAll(domains.keySet());
        return PoolPolicy.DEFAULT
                .change()
                .maxLiveClaims(number())
                .maxQueued(random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(amount()))
                .order(BandOrder.of(random.nextInt(1 + BandOrder.Shared.MOST)))
                .fairness(new Fairness(
                        weight(), values(this::name, this::weight), values(this::name, this::number), keys(), cost()))
                .capacity(values(this::name, this::amount))
                .domains(domains)
                .sharedDomains(shared)
                .maxAttempts(number())
                .maxLosses(number())
                .retry(retry())
                .workerLease(longer())
                .claimLease(longer())
                .sweepEvery(longer())
                .oversized(random.nextBoolean() ? Oversized.RETAIN : Oversized.POISON)
                .bypassLimit(1 + random.nextInt(9_999))
                .agingAfter(longer())
                .quarantineShare(random.nextInt(101))
                .escalateAfter(longer())
                .keysFor(longer())
                .labels(values(this::label, this::label))
                .build();
    }

    private int weight() {
        return 1 + random.nextInt(Fairness.MOST);
    }

    /** The policy, or one that differs in little. */
    PoolPolicy near(PoolPolicy policy) {
        return switch (random.nextInt(6)) {
            case 0 -> policy;
            case 1 -> policy.withMaxLiveClaims(number());
            case 2 -> policy.withCapacity(values(this::name, this::amount));
            case 3 ->
                policy.change()
                        .domains(values(this::name, this::domain))
                        .sharedDomains(Set.of())
                        .build();
            case 4 -> policy.withRetry(retry());
            default -> policy.withLabels(values(this::label, this::label));
        };
    }

    Duration duration() {
        return switch (random.nextInt(8)) {
            case 0 -> Duration.ZERO;
            case 1 -> Duration.ofNanos(1 + random.nextInt(2_000_000));
            case 2 -> Duration.ofMillis(random.nextInt(5_000));
            case 3 -> Duration.ofSeconds(random.nextInt(100_000));
            case 4 -> Duration.ofDays(random.nextInt(1_000_000_000));
            case 5 -> Duration.ofDays(random.nextInt(20_000)).plusMillis(random.nextInt(1_000));
            case 6 -> Duration.ofSeconds(random.nextLong(Long.MAX_VALUE), random.nextInt(1_000_000_000));
            default -> Duration.ofMinutes(random.nextInt(10_000));
        };
    }

    private Duration longer() {
        Duration drawn = duration();
        return drawn.isZero() ? Duration.ofMillis(1) : drawn;
    }

    private Retry retry() {
        Duration one = duration();
        Duration other = duration();
        boolean ordered = one.compareTo(other) <= 0;
        return new Retry(ordered ? one : other, number(), ordered ? other : one, random.nextInt(101));
    }

    private int number() {
        return random.nextBoolean() ? 1 + random.nextInt(10) : 1 + random.nextInt(Integer.MAX_VALUE);
    }

    private long amount() {
        return random.nextBoolean() ? 1 + random.nextInt(10) : 1 + random.nextLong(Long.MAX_VALUE);
    }

    private DomainLimit domain() {
        OptionalLong claims = random.nextBoolean() ? OptionalLong.of(amount()) : OptionalLong.empty();
        return new DomainLimit(claims, values(this::name, this::amount));
    }

    private <T> SortedMap<String, T> values(Supplier<String> name, Supplier<T> value) {
        SortedMap<String, T> values = new TreeMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            values.put(name.get(), value.get());
        }
        return values;
    }

    private String name() {
        return random.nextInt(3) == 0
                ? "name" + random.nextInt(100)
                : AWKWARD_NAMES.get(random.nextInt(AWKWARD_NAMES.size()));
    }

    private String label() {
        if (random.nextBoolean()) {
            return name();
        }
        if (random.nextBoolean()) {
            return AWKWARD_TEXTS.get(random.nextInt(AWKWARD_TEXTS.size()));
        }
        return random.ints(random.nextInt(12), 1, 0x11000)
                .filter(point -> !Character.isSurrogate((char) point) || point > 0xffff)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
