// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Engine;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LifeEnd;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.ledger.Shelf;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Evidence;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Settle;
import dev.holdfast.testkit.ManualClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A commit that got no answer: the end is counted when its holder asks again, and never twice. */
class LostAnswersTest {
    private static final Answer DONE = new Answer.Succeeded(Payload.EMPTY);

    private final Collected collected = new Collected();
    private boolean losing;

    /** A store whose settlements are applied while the answers are lost. */
    private Shelf losingShelf() {
        Shelf shelf = MemoryLedger.shelf(new ManualClock());
        return (Shelf) Proxy.newProxyInstance(
                Shelf.class.getClassLoader(), new Class<?>[] {Shelf.class}, (proxy, method, arguments) -> {
                    Object answer;
                    try {
                        answer = method.invoke(shelf, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (losing
                            && (method.getName().equals("settle")
                                    || method.getName().equals("units"))) {
                        throw new OutcomeUnknown("answer lost, says the test", new IllegalStateException());
                    }
                    return answer;
                });
    }

    private MeteredLedger over(Ledger ledger) {
        return MeteredLedger.over(ledger, MicrometerTelemetry.in(collected.registry));
    }

    private static void loseAndRepeat(MeteredLedger ledger, Consumer<Boolean> losing, Settle settlement) {
        losing.accept(true);
        assertThatThrownBy(() -> ledger.submit(settlement)).isInstanceOf(OutcomeUnknown.class);
        losing.accept(false);
        ledger.submit(settlement);
        ledger.submit(settlement);
    }

    @Test
    void anEndWhoseAnswerWasLostIsCountedOnceWhenItIsRepeated() {
        try (MeteredLedger ledger = over(new Engine(losingShelf()))) {
            Scene scene = new Scene(ledger).define(PoolPolicy.DEFAULT).register("a");
            for (String key : List.of("one", "two", "three")) {
                scene.submit(Scene.unit("a", key));
            }
            List<Grant> grants = scene.claim(3);

            loseAndRepeat(ledger, value -> losing = value, Scene.settlement(grants.get(0), DONE));
            loseAndRepeat(
                    ledger,
                    value -> losing = value,
                    Scene.settlement(grants.get(1), new Answer.Failed("bad", Evidence.NOT_APPLIED)));
            loseAndRepeat(
                    ledger,
                    value -> losing = value,
                    Scene.settlement(grants.get(2), new Answer.Released(Evidence.NOT_APPLIED, "x", Optional.empty())));

            assertThat(collected.counters(Instrument.ENDS))
                    .isEqualTo(Map.of(
                            "by=holder,kind=a,pool=p,status=succeeded", 1.0,
                            "by=holder,kind=a,pool=p,status=failed", 1.0));
            assertThat(collected
                            .registry
                            .get("holdfast.call.duration")
                            .tags("command", "settle", "outcome", "unknown")
                            .timer()
                            .count())
                    .isEqualTo(3);
        }
    }

    /** The ledger has told of the end before the answer was lost on the way. */
    @Test
    void anEndThatWasToldIsNotCountedAgain() {
        Ledger behind = new ForwardingLedger(MemoryLedger.create(new ManualClock())) {
            @Override
            public <R extends Decision> R submit(Command<R> command) {
                R decision = super.submit(command);
                if (losing) {
                    throw new OutcomeUnknown("answer lost, says the test", new IllegalStateException());
                }
                return decision;
            }
        };
        try (MeteredLedger ledger = over(behind)) {
            Scene scene = new Scene(ledger).define(PoolPolicy.DEFAULT).register("a");
            scene.submit(Scene.unit("a", "one"));

            loseAndRepeat(
                    ledger,
                    value -> losing = value,
                    Scene.settlement(scene.claim(1).getFirst(), DONE));

            assertThat(collected.counters(Instrument.ENDS))
                    .isEqualTo(Map.of("by=holder,kind=a,pool=p,status=succeeded", 1.0));
        }
    }

    /** A ledger over a network: the process behind it counts. */
    @Test
    void whereOthersDecideOthersCount() {
        Ledger far = new ForwardingLedger(new Engine(losingShelf())) {
            @Override
            public Optional<Subscription> onEnd(Consumer<LifeEnd> listener) {
                return Optional.empty();
            }
        };
        try (MeteredLedger ledger = over(far)) {
            Scene scene = new Scene(ledger).define(PoolPolicy.DEFAULT).register("a");
            scene.submit(Scene.unit("a", "one"));

            loseAndRepeat(
                    ledger,
                    value -> losing = value,
                    Scene.settlement(scene.claim(1).getFirst(), DONE));

            assertThat(collected.counters(Instrument.ENDS)).isEmpty();
        }
    }
}
