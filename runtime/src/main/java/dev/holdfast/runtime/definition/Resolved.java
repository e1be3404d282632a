// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.definition;

import dev.holdfast.core.work.DefinitionReference;

/** What a claim's work is to run on, or the reason why it must not run here. */
public sealed interface Resolved {
    /** Exactly the content that the work names is here. */
    record Found(Definition definition) implements Resolved {}

    /** The work names no definition, so that its kind alone says what runs it. */
    record NoneNamed() implements Resolved {}

    /** Nothing is known under this id and revision. */
    record UnknownDefinition(DefinitionReference named) implements Resolved {}

    /** The revision is known, with another content. */
    record FingerprintMismatch(DefinitionReference named, DefinitionReference known) implements Resolved {}

    /** Process definitions of this version cannot be interpreted here. */
    record UnsupportedIrVersion(String irVersion) implements Resolved {}
}
