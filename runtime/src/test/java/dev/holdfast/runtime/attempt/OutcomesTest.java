// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.attempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.DeclareOutcome;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.Facts;
import dev.holdfast.core.attempt.Instruction;
import dev.holdfast.core.attempt.OutcomeCodec;
import dev.holdfast.core.attempt.OutcomeDecision;
import dev.holdfast.core.attempt.OutcomeText;
import dev.holdfast.core.attempt.Outcomes;
import dev.holdfast.core.attempt.Refusal;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import dev.holdfast.runtime.definition.CanonicalJson;
import dev.holdfast.testkit.ManualClock;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Outcomes of awkward types, over a ledger: rendered once, compared by canonical text, decoded afresh. */
class OutcomesTest {
    private static final ExecutionOwnerId OWNER = new ExecutionOwnerId("o");
    private static final AttemptId ATTEMPT = new AttemptId("a");

    private final Ledger ledger = MemoryLedger.create(new ManualClock());

    @BeforeEach
    void create() {
        ledger.submit(new CreateAttempt(
                OWNER, ATTEMPT, Optional.empty(), "first", Instruction.of("i", "work", "{}"), Duration.ofHours(1), 0));
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private static <O> OutcomeCodec<O> codec(Function<O, String> serialize, Function<String, O> parse) {
        return new OutcomeCodec<>() {
            @Override
            public String serialize(O outcome) {
                return serialize.apply(outcome);
            }

            @Override
            public O parse(String json) {
                return parse.apply(json);
            }
        };
    }

    private static <O> Outcomes<O> outcomes(Function<O, String> serialize, Function<String, O> parse) {
        return new Outcomes<>(codec(serialize, parse), CanonicalJson::write);
    }

    private static final Outcomes<BigDecimal> COUNTER = outcomes(BigDecimal::toString, BigDecimal::new);

    private OutcomeDecision commit(OutcomeText text) {
        return ledger.submit(new DeclareOutcome(OWNER, ATTEMPT, text));
    }

    private <O> OutcomeDecision commit(Outcomes<O> outcomes, O value) {
        return commit(outcomes.render(value).text());
    }

    /** O1: a stored zero is an outcome. */
    @Test
    void zeroCounts() {
        assertThat(commit(COUNTER, BigDecimal.ZERO)).isInstanceOf(OutcomeDecision.Accepted.class);
        assertThat(commit(COUNTER, BigDecimal.ZERO)).isInstanceOf(OutcomeDecision.Duplicate.class);
        assertThat(commit(COUNTER, BigDecimal.ONE)).isInstanceOf(Refusal.OutcomeConflict.class);
    }

    /** O2 */
    @Test
    void aCodecThatTruncates() {
        Outcomes<BigDecimal> truncating =
                outcomes(value -> value.setScale(0, RoundingMode.DOWN).toString(), BigDecimal::new);

        assertThat(truncating.standing(commit(truncating, new BigDecimal("1.2"))))
                .contains(BigDecimal.ONE);
        assertThat(commit(truncating, new BigDecimal("1.7"))).isInstanceOf(OutcomeDecision.Duplicate.class);
        assertThat(commit(truncating, new BigDecimal("2.5"))).isInstanceOf(Refusal.OutcomeConflict.class);
    }

    /** O3: what is read is written in another way; nothing is ever written a second time to be compared. */
    @Test
    void aCodecThatIsNoFixedPoint() {
        Outcomes<Integer> growing = outcomes(value -> Integer.toString(value), json -> Integer.parseInt(json) + 1);
        OutcomeText text = growing.render(1).text();

        assertThat(growing.standing(commit(text))).contains(2);
        OutcomeDecision again = commit(growing, 1);
        assertThat(again).isEqualTo(new OutcomeDecision.Duplicate(text, false));
        assertThat(growing.standing(again)).contains(2);
        assertThat(commit(growing, 2)).isInstanceOf(Refusal.OutcomeConflict.class);
    }

    /** O4, O5: a value that can be changed behind everybody's back, and cannot be copied. */
    @Test
    void aValueThatChanges() {
        Outcomes<StringBuilder> mutable = outcomes(
                value -> '"' + value.toString() + '"', json -> new StringBuilder(json.substring(1, json.length() - 1)));
        StringBuilder submitted = new StringBuilder("first");
        Outcomes.Rendered<StringBuilder> rendered = mutable.render(submitted);
        submitted.append(" changed");
        rendered.outcome().append(" changed too");

        OutcomeDecision accepted = commit(rendered.text());
        StringBuilder read = mutable.standing(accepted).orElseThrow();
        assertThat(read).hasToString("first");
        read.append(" by its reader");
        assertThat(mutable.standing(commit(rendered.text())).orElseThrow())
                .isNotSameAs(read)
                .hasToString("first");
    }

    /** O6 */
    @Test
    void anArray() {
        HexFormat hex = HexFormat.of();
        Outcomes<byte[]> bytes = outcomes(
                value -> '"' + hex.formatHex(value) + '"', json -> hex.parseHex(json.substring(1, json.length() - 1)));

        assertThat(bytes.standing(commit(bytes, new byte[] {1, 2})).orElseThrow())
                .containsExactly(1, 2);
        assertThat(commit(bytes, new byte[] {1, 2})).isInstanceOf(OutcomeDecision.Duplicate.class);
        assertThat(commit(bytes, new byte[] {2, 1})).isInstanceOf(Refusal.OutcomeConflict.class);
    }

    /** O7: what is stored cannot be read; that is no conflict, and no duplicate. */
    @Test
    void aStoredTextThatTheCodecRejects() {
        Outcomes<URI> links = outcomes(
                value -> '"' + value.toString() + '"', json -> URI.create(json.substring(1, json.length() - 1)));
        commit(COUNTER, BigDecimal.ONE);
        commit(new OutcomeText(
                "\"a link\"", links.render(URI.create("x:y")).text().canonical()));

        OutcomeDecision conflict = commit(links, URI.create("x:y"));
        assertThat(conflict).isInstanceOf(Refusal.OutcomeConflict.class);
        assertThatIllegalStateException().isThrownBy(() -> links.standing(conflict));
        OutcomeText damaged =
                new OutcomeText("2", COUNTER.render(BigDecimal.ONE).text().canonical());
        assertThatIllegalStateException().isThrownBy(() -> COUNTER.decode(damaged));
        assertThatIllegalStateException().isThrownBy(() -> COUNTER.decode(new OutcomeText("{", damaged.canonical())));
    }

    /** O8: the first text stands, sign by sign. */
    @Test
    void membersInAnotherOrder() {
        Outcomes<String> documents = outcomes(value -> value, json -> json);
        OutcomeText first = documents.render("{ \"b\": 1, \"a\": [1.0, -0] }").text();
        commit(first);

        assertThat(commit(documents, "{\"a\":[1,0],\"b\":1e0}")).isEqualTo(new OutcomeDecision.Duplicate(first, false));
        assertThat(commit(documents, "{\"a\":[0,1],\"b\":1}")).isInstanceOf(Refusal.OutcomeConflict.class);
    }

    /** Neighbours beyond 2^53, which doubles cannot tell apart. */
    @Test
    void numbersAreExact() {
        commit(COUNTER, new BigDecimal("9007199254740993"));

        assertThat(commit(COUNTER, new BigDecimal("9007199254740992"))).isInstanceOf(Refusal.OutcomeConflict.class);
        assertThat(commit(COUNTER, new BigDecimal("9007199254740993.00")))
                .isInstanceOf(OutcomeDecision.Duplicate.class);
        assertThat(COUNTER.render(new BigDecimal("-0.0"))
                        .text()
                        .isSameAs(COUNTER.render(BigDecimal.ZERO).text()))
                .isTrue();
    }

    /** O9: nothing durable came of it. */
    @Test
    void whatIsNoOutcomeIsRefusedBeforeAnythingElse() {
        Outcomes<String> documents = outcomes(value -> value, json -> json);

        for (String text : new String[] {"null", " null ", "", "{\"a\":1,\"a\":1}", "[1", "1 2", "NaN"}) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> documents.render(text));
        }
        String large = '"' + "x".repeat(OutcomeText.MAX_BYTES) + '"';
        assertThatIllegalArgumentException().isThrownBy(() -> documents.render(large));
    }

    @Test
    void whereThereIsNoOutcomeNothingIsRead() {
        Facts facts = new Facts(Optional.empty(), Optional.empty());

        assertThat(COUNTER.standing(new Refusal.RuntimeFenceMismatch(facts))).isEmpty();
        assertThat(COUNTER.standing(new Refusal.OutcomeConflict(facts, Optional.empty())))
                .isEmpty();
        OutcomeText one = COUNTER.render(BigDecimal.ONE).text();
        assertThat(COUNTER.standing(new Refusal.OutcomeFenced(facts, true, Optional.of(one))))
                .contains(BigDecimal.ONE);
    }
}
