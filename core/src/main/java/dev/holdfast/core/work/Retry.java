// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import java.time.Duration;

/**
 * How long a unit waits before it is tried again: {@code initial * factor^(n-1)}, at most {@code cap}, then shortened by
 * up to {@code jitterPercent} of itself. The jitter is a hash of unit and fence, so that no rule needs a random number.
 *
 * @param factor at least 1
 * @param jitterPercent 0 to 100
 */
public record Retry(Duration initial, int factor, Duration cap, int jitterPercent) {
    public Retry {
        if (initial.isNegative() || cap.compareTo(initial) < 0) {
            throw new IllegalArgumentException(
                    "a retry waits from " + initial + " to a cap that is not smaller: " + cap);
        }
        if (factor < 1 || jitterPercent < 0 || jitterPercent > 100) {
            throw new IllegalArgumentException("a retry's factor is at least 1 and its jitter 0 to 100 percent");
        }
    }

    /** @param n which wait it is for the unit, from 1 */
    public Duration wait(int n, WorkId work, Fence fence) {
        long longest = cap.toMillis();
        long millis = initial.toMillis();
        for (int i = 1; i < n && millis < longest && millis > 0; i++) {
            millis = millis > longest / factor ? longest : millis * factor;
        }
        millis = Math.min(millis, longest);
        long spread = millis / 100 * jitterPercent + millis % 100 * jitterPercent / 100;
        long hash = mix(work.value().hashCode() * 0x9E3779B97F4A7C15L ^ fence.value());
        return Duration.ofMillis(spread == 0 ? millis : millis - Math.floorMod(hash, spread + 1));
    }

    private static long mix(long bits) {
        long z = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
