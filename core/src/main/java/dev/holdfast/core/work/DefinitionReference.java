// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.util.Comparator;

/**
 * Names exactly one content of a definition. References are compared as a whole: there are no ranges of revisions, and a
 * revision whose content has changed is another reference.
 */
public record DefinitionReference(String id, String revision, Fingerprint fingerprint)
        implements Comparable<DefinitionReference> {
    private static final Comparator<DefinitionReference> ORDER = Comparator.comparing(DefinitionReference::id)
            .thenComparing(DefinitionReference::revision)
            .thenComparing(each -> each.fingerprint().algorithm())
            .thenComparing(each -> each.fingerprint().canonicalisation())
            .thenComparing(each -> each.fingerprint().value());

    public DefinitionReference {
        Names.check("definition id", id);
        Names.check("definition revision", revision);
    }

    /** Whether both claim to be the same revision, whatever their content. */
    public boolean isSameRevision(DefinitionReference other) {
        return id.equals(other.id) && revision.equals(other.revision);
    }

    @Override
    public int compareTo(DefinitionReference other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return id + "@" + revision + "#" + fingerprint.value();
    }
}
