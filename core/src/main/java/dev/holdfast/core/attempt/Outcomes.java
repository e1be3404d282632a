// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Digest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Renders outcomes once and reads them afresh each time.
 *
 * <p>A submitted value is written once; from then on its text is the only currency. Nothing here keeps, copies or freezes a
 * value, so that outcomes may be of types that can be neither copied nor frozen. Two outcomes are the same when the canonical
 * forms of their texts are: an exact decimal is compared by its value, the order of members plays no role, and no text is ever
 * written a second time to be compared. Thread-safe when the codec is.
 *
 * @param <O> the outcomes
 */
public final class Outcomes<O> {
    private final OutcomeCodec<O> codec;
    private final UnaryOperator<String> canonical;

    /**
     * @param canonical the canonical form of a JSON text: numbers as exact decimals, members sorted, none twice; throws
     *     {@link IllegalArgumentException} for what is no JSON
     */
    public Outcomes(OutcomeCodec<O> codec, UnaryOperator<String> canonical) {
        this.codec = codec;
        this.canonical = canonical;
    }

    /** A text and what it says. */
    public record Rendered<O>(OutcomeText text, O outcome) {}

    /**
     * Renders what was submitted, which is not looked at again.
     *
     * @throws IllegalArgumentException when it is no outcome, or is written in a way that cannot be read
     */
    public Rendered<O> render(O submitted) {
        OutcomeText text = text(codec.serialize(submitted));
        return new Rendered<>(text, codec.parse(text.text()));
    }

    /**
     * Reads a stored text.
     *
     * @throws IllegalStateException when the codec rejects it, or it is not the text of which the digest was taken: what is
     *     stored is damaged, which is no conflict
     */
    public O decode(OutcomeText stored) {
        boolean same;
        O outcome;
        try {
            same = text(stored.text()).isSameAs(stored);
            outcome = codec.parse(stored.text());
        } catch (RuntimeException e) {
            throw new IllegalStateException("a stored outcome cannot be read", e);
        }
        if (!same) {
            throw new IllegalStateException("a stored outcome has another text than the one that was accepted");
        }
        return outcome;
    }

    /**
     * Reads the outcome that stands after a decision; to be done before the decision is believed.
     *
     * @return empty when no outcome is stored
     * @throws IllegalStateException as {@link #decode}
     */
    public Optional<O> standing(OutcomeDecision decision) {
        return switch (decision) {
            case OutcomeDecision.Accepted accepted -> Optional.of(decode(accepted.stored()));
            case OutcomeDecision.Duplicate duplicate -> Optional.of(decode(duplicate.stored()));
            case Refusal.OutcomeConflict conflict -> conflict.stored().map(this::decode);
            case Refusal.OutcomeFenced fenced -> fenced.stored().map(this::decode);
            case Refusal.RuntimeFenceMismatch mismatch -> Optional.empty();
        };
    }

    private OutcomeText text(String json) {
        String form = canonical.apply(json);
        if (form.equals("null")) {
            throw new IllegalArgumentException(
                    "null is no outcome: only the lack of a text says that nothing was accepted");
        }
        return new OutcomeText(json, Digest.of(form.getBytes(StandardCharsets.UTF_8)));
    }
}
