// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Submission;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What a registry keeps, and what a claim is resolved to. */
class DefinitionsTest {
    private final Definitions definitions = new Definitions(Set.of("holdfast-process/v1"));
    private final Definitions elsewhere = new Definitions();

    private static Grant claim(UnaryOperator<Submission.Builder> more) {
        Submission submission =
                more.apply(Submission.of("letter", new IdempotencyKey("k"))).build();
        return new Grant(new PoolId("p"), new WorkId("k"), Fence.of(1, 1), 1, 1, submission);
    }

    @Test
    void aDefinitionIsFoundByItsExactContent() {
        DefinitionReference letter = definitions.register("letter", "1", "{\"b\": 1.0, \"a\": \"x\"}");

        assertThat(letter.fingerprint().algorithm()).isEqualTo("sha-256");
        assertThat(letter.fingerprint().canonicalisation()).isEqualTo("holdfast-canonical-json/v1");
        assertThat(definitions.resolve(claim(work -> work.definition(letter))))
                .isEqualTo(new Resolved.Found(new Definition(letter, "{\"a\":\"x\",\"b\":1}")));
        assertThat(definitions.references()).containsExactly(letter);
    }

    @Test
    void theSameContentAgainChangesNothing() {
        DefinitionReference letter = definitions.register("letter", "1", "{\"b\":1,\"a\":2}");

        assertThat(definitions.register("letter", "1", "{\"a\": 2e0, \"b\": 1}"))
                .isEqualTo(letter);
        assertThat(definitions.references()).hasSize(1);
    }

    @Test
    void anotherContentOfAKnownRevisionIsAnError() {
        DefinitionReference first = definitions.register("letter", "1", "[1]");

        assertThatThrownBy(() -> definitions.register("letter", "1", "[2]"))
                .isInstanceOf(DefinitionConflict.class)
                .hasMessageContaining("give a changed content a new revision");
        assertThat(definitions.references()).containsExactly(first);
        assertThat(definitions.register("letter", "2", "[2]")).isNotEqualTo(first);
    }

    @Test
    void workOfNoDefinitionIsRunByItsKind() {
        assertThat(definitions.resolve(claim(work -> work))).isEqualTo(new Resolved.NoneNamed());
    }

    /** PF-155: never on whatever version takes it. */
    @Test
    void whatIsNotExactlyHereIsNotResolved() {
        DefinitionReference here = definitions.register("letter", "1", "[1]");
        DefinitionReference changed = elsewhere.register("letter", "1", "[2]");
        DefinitionReference newer = elsewhere.register("letter", "2", "[1]");

        assertThat(definitions.resolve(claim(work -> work.definition(newer))))
                .isEqualTo(new Resolved.UnknownDefinition(newer));
        assertThat(definitions.resolve(claim(work -> work.definition(changed))))
                .isEqualTo(new Resolved.FingerprintMismatch(changed, here));
    }

    @Test
    void anIrVersionThatNobodyCanInterpretIsNotResolved() {
        DefinitionReference here = definitions.register("letter", "1", "[1]");
        DefinitionReference changed = elsewhere.register("letter", "1", "[2]");

        assertThat(definitions.resolve(claim(work -> work.definition(here).irVersion("holdfast-process/v1"))))
                .isInstanceOf(Resolved.Found.class);
        assertThat(definitions.resolve(claim(work -> work.definition(here).irVersion("holdfast-process/v2"))))
                .isEqualTo(new Resolved.UnsupportedIrVersion("holdfast-process/v2"));
        assertThat(definitions.resolve(claim(work -> work.irVersion("holdfast-process/v2"))))
                .isInstanceOf(Resolved.UnsupportedIrVersion.class);
        assertThat(definitions.resolve(claim(work -> work.definition(changed).irVersion("holdfast-process/v2"))))
                .isInstanceOf(Resolved.FingerprintMismatch.class);
    }
}
