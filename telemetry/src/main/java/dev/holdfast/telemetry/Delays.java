// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Claim;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measures how long units wait for their first claim. A grant does not say when its unit was admitted, so a few units are
 * asked about afterwards: the ledger knows both moments by its own clock. Thread-safe.
 */
final class Delays {
    private static final long NANOS_IN_MICROS = 1_000;

    private final Recorder recorder;
    private final TagNames names;
    private final List<Claimed> sample = new ArrayList<>();

    Delays(Recorder recorder, TagNames names) {
        this.recorder = recorder;
        this.names = names;
    }

    /** A unit was granted; it is measured when it is among the first since the last time. */
    synchronized void sample(Grant grant) {
        if (grant.life() == 1 && grant.attempt() == 1 && sample.size() < Bounds.SAMPLE) {
            sample.add(Claimed.of(grant));
        }
    }

    private synchronized List<Claimed> taken() {
        List<Claimed> taken = List.copyOf(sample);
        sample.clear();
        return taken;
    }

    void measure(Ledger ledger) {
        for (Claimed each : taken()) {
            ledger.ask(new Inspect(each.work())).ifPresent(unit -> measure(unit, each.fence()));
        }
    }

    private void measure(Unit unit, Fence fence) {
        Optional<Claim> claim = Stream.concat(
                        unit.claim().stream(), unit.past().stream().map(PastClaim::claim))
                .filter(each -> each.fence().equals(fence))
                .findFirst();
        claim.ifPresent(each -> {
            Duration waited = each.claimedAt()
                    .since(unit.admittedAt())
                    .minus(unit.requirements().delay());
            recorder.add(
                    Instrument.CLAIM_DELAY,
                    Math.max(0, Moment.micros(waited)) * NANOS_IN_MICROS,
                    names.pool(unit.pool()),
                    names.kind(unit.submission()));
        });
    }
}
