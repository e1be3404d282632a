// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.Payload;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.Explanation;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Forecasts whose outcome can be counted on the fingers. */
class ForecastTest {
    private static final PoolId POOL = new PoolId("render");
    private static final Duration TEN = Duration.ofSeconds(10);
    private static final ClaimSecret SECRET = new ClaimSecret(7, 7);

    private final ManualClock clock = new ManualClock();
    private final Ledger ledger = MemoryLedger.create(clock);
    private int number;

    private void define(PoolPolicy policy) {
        ledger.submit(new DefinePool(POOL, policy));
    }

    private void submit(int count, UnaryOperator<Submission.Builder> with) {
        for (int i = 0; i < count; i++) {
            ledger.submit(new Submit(
                    POOL,
                    with.apply(Submission.of("frame", new IdempotencyKey("unit-" + number++)))
                            .build()));
        }
    }

    private List<Grant> claim(String worker, int max) {
        WorkerId id = new WorkerId(worker);
        ledger.submit(new RegisterWorker(WorkerOffer.of(id, Set.of(POOL), Set.of("frame"), 4)));
        ClaimDecision decision = ledger.submit(new ClaimWork(POOL, id, new RequestId(0, 9, ++number), SECRET, max));
        return ((ClaimDecision.Granted) decision).grants();
    }

    private Capture capture() {
        List<Captured> parts = new ArrayList<>();
        ledger.capture(parts::add);
        return new Capture(parts);
    }

    private static Assumptions crew(Capture capture, int workers) {
        return new Assumptions(
                RunTimes.of(Optional.of(TEN), Map.of(), capture),
                Optional.of(new Crew(workers, 1, new TreeMap<>())),
                Duration.ofDays(1));
    }

    private static Assumptions asCaptured(Capture capture) {
        return new Assumptions(RunTimes.of(Optional.of(TEN), Map.of(), capture), Optional.empty(), Duration.ofHours(1));
    }

    private static Optional<Revision> revision(PoolPolicy policy) {
        return Optional.of(new Revision(POOL, policy, 1));
    }

    private static Optional<Duration> seconds(int seconds) {
        return Optional.of(Duration.ofSeconds(seconds));
    }

    @Test
    void aHundredUnitsOnFourWorkersStartFourAtATime() {
        define(PoolPolicy.DEFAULT);
        submit(100, unit -> unit);
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, Optional.empty(), crew(capture, 4));

        KeyOutlook only = outlook.keys().getFirst();
        assertThat(only.queued()).isEqualTo(100);
        assertThat(only.started()).isEqualTo(100);
        assertThat(only.half()).isEqualTo(seconds(120));
        assertThat(only.most()).isEqualTo(seconds(240));
        assertThat(only.all()).isEqualTo(seconds(240));
        assertThat(only.share()).as("nobody to share with").isEmpty();
        assertThat(outlook.empty()).isEqualTo(seconds(250));
        assertThat(outlook.starved()).isEmpty();
    }

    /** However many workers there are: three of this pool and three of the other go one after the other. */
    @Test
    void aSharedDomainHoldsOverTwoPools() {
        ledger.submit(new DefineDomain("licence", new DomainTerms(DomainLimit.claims(1))));
        PoolPolicy shares =
                PoolPolicy.DEFAULT.change().sharedDomains(Set.of("licence")).build();
        PoolId other = new PoolId("preview");
        define(shares);
        ledger.submit(new DefinePool(other, shares));
        submit(3, unit -> unit.domain("licence"));
        for (int i = 0; i < 3; i++) {
            ledger.submit(new Submit(
                    other,
                    Submission.of("frame", new IdempotencyKey("other-" + i))
                            .domain("licence")
                            .build()));
        }
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, Optional.empty(), crew(capture, 4));

        assertThat(outlook.empty()).isEqualTo(seconds(60));
    }

    @Test
    void aLowerLimitMakesThemWaitTwiceAsLong() {
        define(PoolPolicy.DEFAULT);
        submit(100, unit -> unit);
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, revision(PoolPolicy.DEFAULT.withMaxLiveClaims(2)), crew(capture, 4));

        assertThat(outlook.keys().getFirst().half()).isEqualTo(seconds(240));
        assertThat(outlook.keys().getFirst().all()).isEqualTo(seconds(490));
        assertThat(outlook.empty()).isEqualTo(seconds(500));
        assertThat(Forecast.of(capture, revision(PoolPolicy.DEFAULT.withMaxLiveClaims(2)), crew(capture, 4)))
                .as("the same again")
                .isEqualTo(outlook);
    }

    @Test
    void theGrantsThatKeysCompeteForAreComparedWithTheirWeights() {
        define(PoolPolicy.DEFAULT);
        submit(300, unit -> unit.fairnessKey("large"));
        submit(300, unit -> unit.fairnessKey("small"));
        Capture capture = capture();
        PoolPolicy weighted = PoolPolicy.DEFAULT
                .change()
                .fairness(Fairness.EQUAL.with("large", 3))
                .build();

        Outlook equal = Forecast.of(capture, Optional.empty(), crew(capture, 5));
        Outlook other = Forecast.of(capture, revision(weighted), crew(capture, 5));

        assertThat(equal.keys()).extracting(KeyOutlook::key).containsExactly("large", "small");
        assertThat(equal.keys().getFirst().share().orElseThrow()).isCloseTo(0.5, within(0.01));
        assertThat(equal.keys().getFirst().due().orElseThrow()).isCloseTo(0.5, within(1e-9));
        assertThat(other.keys().getFirst().share().orElseThrow()).isCloseTo(0.75, within(0.01));
        assertThat(other.keys().getFirst().due().orElseThrow()).isCloseTo(0.75, within(1e-9));
        assertThat(other.keys().getLast().due().orElseThrow()).isCloseTo(0.25, within(1e-9));
        assertThat(other.keys().getFirst().weight()).isEqualTo(3);
    }

    @Test
    void capturedWorkersEndWhatTheyHoldAndTakeTheRest() {
        define(PoolPolicy.DEFAULT);
        submit(6, unit -> unit);
        assertThat(claim("w", 4)).hasSize(4);
        clock.advance(Duration.ofSeconds(6));
        submit(1, unit -> unit);
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, Optional.empty(), asCaptured(capture));

        assertThat(outlook.from()).isEqualTo(clock.now());
        assertThat(outlook.keys().getFirst().queued()).isEqualTo(3);
        assertThat(outlook.keys().getFirst().all())
                .as("6 s of the 10 s had passed")
                .isEqualTo(seconds(4));
        assertThat(outlook.empty()).isEqualTo(seconds(14));
    }

    @Test
    void aCrewRelievesThoseThatWereAlive() {
        define(PoolPolicy.DEFAULT);
        submit(6, unit -> unit);
        claim("w", 4);
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, Optional.empty(), crew(capture, 1));

        assertThat(outlook.keys().getFirst().all()).as("one place, two units").isEqualTo(seconds(10));
        assertThat(outlook.empty()).isEqualTo(seconds(20));
    }

    @Test
    void whatNobodyCanRunStarvesWithTheReason() {
        define(PoolPolicy.DEFAULT);
        submit(1, unit -> unit);
        submit(3, unit -> unit.capabilities(Set.of("gpu")));
        claim("w", 1);
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, Optional.empty(), asCaptured(capture));

        assertThat(outlook.empty()).isEmpty();
        assertThat(outlook.keys().getFirst().left()).isEqualTo(3);
        assertThat(outlook.keys().getFirst().half()).isEmpty();
        assertThat(outlook.starved()).singleElement().satisfies(starved -> {
            assertThat(starved.units()).isEqualTo(3);
            assertThat(starved.why().reason()).isEqualTo(new Explanation.NoEligibleWorker("capability", "gpu"));
        });
    }

    @Test
    void aRevisionLetsWorkRunThatWasTooLarge() {
        define(PoolPolicy.DEFAULT.withCapacity(Map.of("gpu", 1L)));
        submit(2, unit -> unit.demand("gpu", 2));
        Capture capture = capture();
        Assumptions crew = new Assumptions(
                RunTimes.of(Optional.of(TEN), Map.of(), capture),
                Optional.of(new Crew(2, 1, new TreeMap<>(Map.of("gpu", 2L)))),
                Duration.ofDays(1));

        assertThat(Forecast.of(capture, Optional.empty(), crew).starved())
                .singleElement()
                .satisfies(starved -> assertThat(starved.why().reason()).isInstanceOf(Explanation.NeverFits.class));
        assertThat(Forecast.of(capture, revision(PoolPolicy.DEFAULT.withCapacity(Map.of("gpu", 2L))), crew)
                        .empty())
                .isEqualTo(seconds(20));
    }

    @Test
    void aRunThatIsLongerThanItsLimitIsLostAgainAndAgain() {
        define(PoolPolicy.DEFAULT.withBudgets(5, 2));
        submit(1, unit -> unit.runLimit(Duration.ofSeconds(4)));
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, Optional.empty(), crew(capture, 1));

        assertThat(outlook.keys().getFirst().started()).isEqualTo(1);
        assertThat(outlook.empty())
                .as("two claims until the sweep that follows their limit")
                .isPresent();
        assertThat(outlook.empty().orElseThrow()).isBetween(TEN, Duration.ofSeconds(16));
    }

    @Test
    void whatHadToStartEarlierIsMissed() {
        define(PoolPolicy.DEFAULT);
        submit(3, unit -> unit.startBy(Duration.ofSeconds(15)));
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, Optional.empty(), crew(capture, 1));

        assertThat(outlook.keys().getFirst().started()).isEqualTo(2);
        assertThat(outlook.keys().getFirst().missed()).isEqualTo(1);
        assertThat(outlook.keys().getFirst().all())
                .as("of those that did not miss")
                .isEqualTo(seconds(10));
        assertThat(outlook.empty()).isEqualTo(seconds(20));
    }

    @Test
    void workThatIsNotDueWaitsForItsTime() {
        define(PoolPolicy.DEFAULT);
        submit(1, unit -> unit.delay(Duration.ofMinutes(3)));
        Capture capture = capture();

        assertThat(Forecast.of(capture, Optional.empty(), crew(capture, 1)).empty())
                .isEqualTo(seconds(190));
    }

    @Test
    void aPausedPoolStaysPaused() {
        define(PoolPolicy.DEFAULT);
        submit(2, unit -> unit);
        ledger.submit(new PausePool(POOL, true, "ann", "disk"));
        Capture capture = capture();

        Outlook outlook = Forecast.of(capture, Optional.empty(), crew(capture, 1));

        assertThat(outlook.starved().getFirst().why().reason()).isEqualTo(new Explanation.PoolPaused());
    }

    @Test
    void theHorizonEndsIt() {
        define(PoolPolicy.DEFAULT);
        submit(100, unit -> unit);
        Capture capture = capture();
        Assumptions crew = new Assumptions(
                RunTimes.of(Optional.of(TEN), Map.of(), capture),
                Optional.of(new Crew(1, 1, new TreeMap<>())),
                Duration.ofSeconds(95));

        Outlook outlook = Forecast.of(capture, Optional.empty(), crew);

        assertThat(outlook.keys().getFirst().started()).isEqualTo(10);
        assertThat(outlook.keys().getFirst().left()).isEqualTo(90);
        assertThat(outlook.until()).isEqualTo(outlook.from().plus(Duration.ofSeconds(95)));
    }

    @Test
    void whatTheRulesRefuseIsRefused() {
        define(PoolPolicy.DEFAULT.withDomains(Map.of("site", new DomainLimit(OptionalLong.of(1), new TreeMap<>()))));
        submit(1, unit -> unit.domain("site"));
        Capture capture = capture();
        Assumptions crew = crew(capture, 1);

        assertThatThrownBy(() -> Forecast.of(capture, revision(PoolPolicy.DEFAULT), crew))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("'site'");
        Optional<Revision> stale = Optional.of(new Revision(POOL, PoolPolicy.DEFAULT, 3));
        assertThatThrownBy(() -> Forecast.of(capture, stale, crew))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("revision 3");
    }

    @Test
    void runTimesAreTheMeansOfWhatWasAnswered() {
        define(PoolPolicy.DEFAULT);
        submit(2, unit -> unit);
        List<Grant> grants = claim("w", 2);
        for (Grant grant : grants) {
            clock.advance(Duration.ofSeconds(3));
            ledger.submit(new Settle(grant.work(), grant.fence(), SECRET, new Answer.Succeeded(Payload.EMPTY)));
        }

        RunTimes times = RunTimes.of(Optional.empty(), Map.of(), capture());

        assertThat(times.meanInUse("frame")).contains(new RunTimes.Mean(Duration.ofMillis(4500), 2));
        assertThat(times.of("reconcile/frame")).contains(Duration.ofMillis(4500));
        assertThat(times.of("other")).isEmpty();
        assertThat(RunTimes.of(Optional.of(TEN), Map.of("frame", Duration.ofSeconds(1)), capture())
                        .of("frame"))
                .isEqualTo(seconds(1));
    }
}
