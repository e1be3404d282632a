// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Names;
import dev.holdfast.core.Payload;
import dev.holdfast.runtime.logic.Monotonic;
import dev.holdfast.runtime.spi.PayloadUndecodable;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The small parts: reasons, payloads, roles. */
@ExtendWith(QuietLog.class)
@Timeout(60)
class PartsTest {
    private final JsonCodec codec = new JsonCodec();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "",
                "   ",
                "two\nlines\r\n\tand a tab",
                " edges ",
                "\u0000\u200b\ud800",
                "emoji \ud83d\ude00 stay",
            })
    void everyReasonIsALegalName(String text) {
        assertThat(Names.check("reason", Reasons.text(text))).isNotEmpty();
        assertThat(Names.check("reason", Reasons.text(text + "x".repeat(400)))).hasSizeLessThanOrEqualTo(200);
        assertThat(Names.check("reason", Reasons.text("y".repeat(199) + "\ud83d\ude00")))
                .hasSize(199);
    }

    @Test
    void reasonsKeepWhatCanBeSeen() {
        assertThat(Reasons.text("disk\n  full")).isEqualTo("disk full");
        assertThat(Reasons.text("\n\n")).isEqualTo("no reason given");
        assertThat(Reasons.of(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }

    /** PF-149. */
    @Test
    void payloadsOfObjectsAreJson() throws Exception {
        Payload payload = codec.encode(Map.of("a", List.of(1, 2)));
        assertThat(payload.mediaType()).isEqualTo("application/json");
        assertThat(payload.asText()).isEqualTo("{\"a\":[1,2]}");
        assertThat((Object) codec.decode(payload, Map.class)).isEqualTo(Map.of("a", List.of(1, 2)));
        assertThat(codec.decode(codec.encode(42), Integer.class)).isEqualTo(42);
        assertThat(codec.decode(codec.encode(payload), Payload.class)).isEqualTo(payload);
    }

    @Test
    void whatDoesNotReadIsUndecodable() {
        assertThatThrownBy(() -> codec.decode(Payload.of(new byte[] {(byte) 0xff}, "text/plain"), String.class))
                .isInstanceOf(PayloadUndecodable.class);
        assertThatThrownBy(() -> codec.decode(Payload.text("null"), Map.class)).isInstanceOf(PayloadUndecodable.class);
        assertThatThrownBy(() -> codec.decode(Payload.text("secret{"), Map.class))
                .isInstanceOf(PayloadUndecodable.class)
                .hasMessageNotContaining("secret");
    }

    @Test
    void aRoleStartsOnceStopsOnceAndCarriesItsName() throws Exception {
        CountDownLatch ran = new CountDownLatch(3);
        AtomicInteger steps = new AtomicInteger();
        AtomicReference<String> name = new AtomicReference<>("");
        Role role = new ThreadRole("baker", Monotonic.system(), () -> {
            name.set(Thread.currentThread().getName());
            steps.incrementAndGet();
            ran.countDown();
            return ran.getCount() > 0 ? 0 : Monotonic.NEVER;
        });
        role.start();
        role.start();
        ran.await();
        role.stop();
        role.stop();
        int after = steps.get();
        role.wake();
        role.start();

        assertThat(name).hasToString("holdfast-baker");
        assertThat(steps).hasValue(after);
    }

    @Test
    void aRoleThatWasNeverStartedStops() {
        Role role = new ThreadRole("idle", Monotonic.system(), () -> {
            throw new AssertionError("never");
        });
        role.stop();
        role.start();
    }

    @Test
    void aWakeDuringAStepIsNotLost() throws Exception {
        AtomicInteger steps = new AtomicInteger();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(2);
        CountDownLatch woken = new CountDownLatch(1);
        Role role = new ThreadRole("woken", Monotonic.system(), () -> {
            steps.incrementAndGet();
            second.countDown();
            first.countDown();
            try {
                woken.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Monotonic.NEVER;
        });
        role.start();
        first.await();
        role.wake();
        woken.countDown();
        second.await();
        role.stop();
        assertThat(steps).as("once by itself, once by the wake").hasValue(2);
    }

    /** A clock that went on while the machine slept: nobody tells who waits, and real time is far behind. */
    @Test
    void whoWaitsNoticesThatTheClockHasJumped() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        Signal signal = new Signal();
        long until = Duration.ofHours(1).toNanos();

        signal.await(signal.count(), () -> looks.incrementAndGet() == 1 ? 0 : until, until);
        assertThat(looks).hasValue(2);
    }

    @Test
    void aStepThatThrowsIsDrivenOn() throws Exception {
        ManualMonotonic clock = new ManualMonotonic();
        CountDownLatch twice = new CountDownLatch(2);
        CountDownLatch once = new CountDownLatch(1);
        Role role = new ThreadRole("faulty", clock, () -> {
            once.countDown();
            twice.countDown();
            throw new IllegalStateException("a fault of the step's own");
        });
        role.start();
        once.await();
        clock.advance(Duration.ofSeconds(1));
        twice.await();
        role.stop();
    }

    @Test
    void steppedWorkThatNeverEndsIsNoticed() {
        ManualClock clock = new ManualClock();
        StepDriver driver = new StepDriver(clock);
        driver.role("circle", () -> Long.MIN_VALUE).start();

        assertThatThrownBy(driver::runDue).hasMessageContaining("does not end");
    }
}
