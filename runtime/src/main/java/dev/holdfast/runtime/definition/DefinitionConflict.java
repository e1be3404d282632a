// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.definition;

import dev.holdfast.core.work.DefinitionReference;

/** A revision has a content, and another one was to be registered under its name. A changed content is a new revision. */
public final class DefinitionConflict extends RuntimeException {
    private static final long serialVersionUID = 1;

    DefinitionConflict(DefinitionReference known, DefinitionReference other) {
        super("definition " + known.id() + " has another content in revision " + known.revision() + ": known is "
                + known.fingerprint().value() + ", given was "
                + other.fingerprint().value() + "; give a changed content a new revision");
    }
}
