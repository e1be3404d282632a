// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.Fingerprint;
import java.util.List;

/** A reference to a definition as one line of fields. */
final class DefinitionText {
    static final String NAME = "definition";

    private DefinitionText() {}

    static List<String> line(DefinitionReference reference) {
        Fingerprint fingerprint = reference.fingerprint();
        return List.of(
                NAME,
                reference.id(),
                reference.revision(),
                fingerprint.algorithm(),
                fingerprint.canonicalisation(),
                fingerprint.value());
    }

    static DefinitionReference read(List<String> line) {
        return new DefinitionReference(
                line.get(1), line.get(2), new Fingerprint(line.get(3), line.get(4), line.get(5)));
    }
}
