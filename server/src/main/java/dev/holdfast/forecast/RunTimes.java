// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How long runs are taken to last: what somebody said, or the mean of the runs of that kind that their holders answered.
 * Immutable.
 */
public final class RunTimes {
    /** The mean of runs of one kind. */
    public record Mean(Duration duration, long runs) {}

    private final Optional<Duration> all;
    private final SortedMap<String, Duration> said;
    private final SortedMap<String, Mean> means;

    private RunTimes(Optional<Duration> all, SortedMap<String, Duration> said, SortedMap<String, Mean> means) {
        this.all = all;
        this.said = said;
        this.means = means;
    }

    /**
     * @param all of every kind that is not in {@code said}; empty: as its runs in the capture lasted
     * @param said by kind
     */
    public static RunTimes of(Optional<Duration> all, Map<String, Duration> said, Capture capture) {
        Map<String, long[]> sums = new TreeMap<>();
        for (Unit unit : capture.units()) {
            for (PastClaim past : unit.past()) {
                if (past.end() == PastClaim.End.ANSWERED) {
                    long[] sum = sums.computeIfAbsent(kind(unit), kind -> new long[2]);
                    sum[0] += Moment.micros(past.endedAt().since(past.claim().claimedAt()));
                    sum[1]++;
                }
            }
        }
        SortedMap<String, Mean> means = new TreeMap<>();
        sums.forEach((kind, sum) ->
                means.put(kind, new Mean(Duration.of(Math.max(0, sum[0] / sum[1]), ChronoUnit.MICROS), sum[1])));
        return new RunTimes(all, new TreeMap<>(said), means);
    }

    private static String kind(Unit unit) {
        return unit.requirements().eligibility().kind();
    }

    /** Empty when nobody said it and no run of this kind was answered; an inquiry takes as long as a run that it asks about. */
    public Optional<Duration> of(String kind) {
        Optional<Duration> own = Optional.ofNullable(said.get(kind))
                .or(() -> all)
                .or(() -> mean(kind).map(Mean::duration));
        return own.isEmpty() && Inquiry.isInquiryKind(kind) ? of(kind.substring(Inquiry.RESERVED.length())) : own;
    }

    /** The kinds of what has still to run, in their order. */
    public static SortedSet<String> wanted(Capture capture) {
        SortedSet<String> wanted = new TreeSet<>();
        capture.units().stream()
                .filter(unit -> unit.status() == Status.QUEUED || unit.status() == Status.CLAIMED)
                .forEach(unit -> wanted.add(kind(unit)));
        return wanted;
    }

    /** The mean that {@link #of} goes by; empty when somebody said how long. */
    public Optional<Mean> meanInUse(String kind) {
        return said.containsKey(kind) || all.isPresent() ? Optional.empty() : mean(kind);
    }

    private Optional<Mean> mean(String kind) {
        return Optional.ofNullable(means.get(kind));
    }
}
