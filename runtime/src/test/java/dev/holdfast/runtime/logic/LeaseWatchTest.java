// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.logic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseWatchTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void isTrustedForFourFifthsFromBeforeTheRequest() {
        LeaseWatch lease = LeaseWatch.of(5 * SECOND, LEASE);

        assertThat(lease.isTrusted(29 * SECOND - 1)).isTrue();
        assertThat(lease.isTrusted(29 * SECOND)).isFalse();
        assertThat(lease.trustedUntil()).isEqualTo(29 * SECOND);
        assertThat(lease.interval()).isEqualTo(10 * SECOND);
    }

    @Test
    void anOlderRequestThatIsAnsweredLaterTakesNothingBack() {
        LeaseWatch lease = LeaseWatch.of(20 * SECOND, LEASE);

        assertThat(lease.renewed(10 * SECOND, LEASE)).isEqualTo(lease);
        assertThat(lease.renewed(25 * SECOND, LEASE).from()).isEqualTo(25 * SECOND);
    }

    @Test
    void anUnknownLeaseIsNotTrustedAndNotOver() {
        assertThat(LeaseWatch.UNKNOWN.isTrusted(0)).isFalse();
        assertThat(LeaseWatch.UNKNOWN.trustedUntil()).isEqualTo(Monotonic.NEVER);
        assertThat(LeaseWatch.UNKNOWN.renewed(0, LEASE).isTrusted(1)).isTrue();
    }

    @Test
    void aLeaseForEverDoesNotOverflow() {
        LeaseWatch lease = LeaseWatch.of(Long.MAX_VALUE / 2, Duration.ofDays(100_000));

        assertThat(lease.isTrusted(Long.MAX_VALUE - 1)).isTrue();
    }
}
