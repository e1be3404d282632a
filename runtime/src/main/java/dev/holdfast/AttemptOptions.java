// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * How an {@link AttemptController} works.
 *
 * @param lease of its claims on provider operations, 1 s to 1 h; a controller that dies is replaced after it
 * @param look how often it looks what others did to its attempts, at least 1 ms
 * @param search how often it looks for attempts that nobody has, and for what time has ended, at least 1 ms
 * @param inspect how often it asks the provider after an allocation whose end it should be told, at least 1 ms
 * @param patience how long an attempt that was asked to stop has before its allocation is ended
 * @param most attempts that it looks after at a time, at least 1
 */
public record AttemptOptions(
        Duration lease, Duration look, Duration search, Duration inspect, Duration patience, int most) {
    public static final AttemptOptions DEFAULT = new AttemptOptions(
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            1_000);

    public AttemptOptions {
        if (lease.compareTo(Duration.ofSeconds(1)) < 0 || lease.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("a lease has 1 s to 1 h, not " + lease);
        }
        if (Stream.of(look, search, inspect).anyMatch(each -> each.compareTo(Duration.ofMillis(1)) < 0)) {
            throw new IllegalArgumentException("a controller looks every 1 ms at most");
        }
        if (patience.isNegative() || most < 1) {
            throw new IllegalArgumentException(
                    "patience is not negative, and a controller has room for one attempt at least");
        }
    }

    public AttemptOptions withLease(Duration next) {
        return new AttemptOptions(next, look, search, inspect, patience, most);
    }

    public AttemptOptions withPatience(Duration next) {
        return new AttemptOptions(lease, look, search, inspect, next, most);
    }

    public AttemptOptions withMost(int next) {
        return new AttemptOptions(lease, look, search, inspect, patience, next);
    }
}
