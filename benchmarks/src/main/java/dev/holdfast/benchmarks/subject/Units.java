// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The pool and the units of one measurement. Settings: {@code keys} fairness keys in turn, {@code domain} limit of one
 * domain that every unit names (0: none), {@code limit} of live claims in the pool, {@code lease} in seconds. Thread-safe.
 */
final class Units {
    static final PoolId POOL = new PoolId("bench");
    static final String KIND = "nothing";
    private static final String DOMAIN = "hot";
    private static final int LOADERS = 2;
    private static final int LOAD_BATCH = 1_000;
    private static final Payload PAYLOAD = Payload.of(new byte[64], "application/octet-stream");

    /** Of the whole process, so that no key is taken. */
    private static final AtomicLong SUBMITTED = new AtomicLong();

    private final Ledger ledger;
    private final int keys;
    private final int domain;
    private final String prefix;

    private Units(Ledger ledger, Arguments arguments) {
        this.ledger = ledger;
        this.keys = arguments.number("keys", 1);
        this.domain = arguments.number("domain", 0);
        this.prefix = Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX) + "-";
    }

    /** Defines the pool, the same each time. */
    static Units in(Ledger ledger, Arguments arguments) {
        Units units = new Units(ledger, arguments);
        PoolPolicy policy = PoolPolicy.DEFAULT
                .withMaxLiveClaims(arguments.number("limit", 1_000_000))
                .withLease(Duration.ofSeconds(arguments.number("lease", 3_600)));
        if (units.domain > 0) {
            policy = policy.withDomains(Map.of(DOMAIN, DomainLimit.claims(units.domain)));
        }
        ledger.submit(new DefinePool(POOL, policy));
        return units;
    }

    /** Submits a backlog on two threads. */
    void load(int count) throws Exception {
        List<Callable<Void>> loaders = new ArrayList<>();
        AtomicLong left = new AtomicLong(count);
        for (int i = 0; i < LOADERS; i++) {
            loaders.add(() -> {
                for (long before = left.getAndAdd(-LOAD_BATCH); before > 0; before = left.getAndAdd(-LOAD_BATCH)) {
                    submit((int) Math.min(before, LOAD_BATCH), false);
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(LOADERS)) {
            for (var loader : threads.invokeAll(loaders)) {
                loader.get();
            }
        }
    }

    /**
     * Submits units and checks that each was admitted.
     *
     * @param drawn whether their idempotency keys are random, as the runtime draws them for callers without keys
     */
    void submit(int count, boolean drawn) {
        List<Command<?>> commands = new ArrayList<>(count);
        SplittableRandom random = new SplittableRandom(System.nanoTime());
        for (int i = 0; i < count; i++) {
            long number = SUBMITTED.getAndIncrement();
            String key = drawn ? draw(random) : prefix + number;
            Submission.Builder builder =
                    Submission.of(KIND, new IdempotencyKey(key)).payload(PAYLOAD);
            if (keys > 1) {
                builder.fairnessKey("tenant-" + number % keys);
            }
            if (domain > 0) {
                builder.domain(DOMAIN);
            }
            commands.add(new Submit(POOL, builder.build()));
        }
        for (Decision decision : ledger.submitAll(commands)) {
            if (!(decision instanceof SubmitDecision.Admitted)) {
                throw new IllegalStateException("not admitted: " + decision);
            }
        }
    }

    private static String draw(SplittableRandom random) {
        return HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong());
    }
}
