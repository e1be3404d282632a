// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.definition;

import dev.holdfast.core.Digest;
import dev.holdfast.core.work.DefinitionReference;
import dev.holdfast.core.work.Eligibility;
import dev.holdfast.core.work.Fingerprint;
import dev.holdfast.core.work.Grant;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The contents that this process has, by id and revision. It only grows, and a revision never changes its content, so that
 * what was found once is found for ever. Thread-safe.
 */
public final class Definitions {
    /** Of every fingerprint that is made here. */
    public static final String ALGORITHM = "sha-256";

    private record Revision(String id, String revision) {
        static Revision of(DefinitionReference reference) {
            return new Revision(reference.id(), reference.revision());
        }
    }

    private final Map<Revision, Definition> known = new ConcurrentHashMap<>();
    private final Set<String> irVersions;

    /** Of a process that interprets no process definitions. */
    public Definitions() {
        this(Set.of());
    }

    /** @param irVersions of process definitions that this process can interpret */
    public Definitions(Set<String> irVersions) {
        this.irVersions = Set.copyOf(irVersions);
    }

    /**
     * Registers a content; the same one again changes nothing.
     *
     * @param json the content; see {@link CanonicalJson}
     * @throws IllegalArgumentException when the content cannot be read or a name is out of its bounds
     * @throws DefinitionConflict when the revision has another content
     */
    public DefinitionReference register(String id, String revision, String json) {
        String content = CanonicalJson.write(json);
        String digest = Digest.of(content.getBytes(StandardCharsets.UTF_8)).toString();
        DefinitionReference reference =
                new DefinitionReference(id, revision, new Fingerprint(ALGORITHM, CanonicalJson.NAME, digest));
        Definition before = known.putIfAbsent(Revision.of(reference), new Definition(reference, content));
        if (before != null && !before.reference().equals(reference)) {
            throw new DefinitionConflict(before.reference(), reference);
        }
        return reference;
    }

    /** All that is registered: what a worker of this process offers. */
    public SortedSet<DefinitionReference> references() {
        return known.values().stream().map(Definition::reference).collect(Collectors.toCollection(TreeSet::new));
    }

    public Set<String> irVersions() {
        return irVersions;
    }

    /**
     * Finds what a claim's work is to run on. The reasons why not, in order: unknown definition, fingerprint mismatch,
     * unsupported IR version.
     */
    public Resolved resolve(Grant claim) {
        Eligibility wanted = claim.submission().requirements().eligibility();
        Optional<Definition> found =
                wanted.definition().flatMap(named -> Optional.ofNullable(known.get(Revision.of(named))));
        if (wanted.definition().isPresent()) {
            DefinitionReference named = wanted.definition().get();
            if (found.isEmpty()) {
                return new Resolved.UnknownDefinition(named);
            }
            if (!found.get().reference().equals(named)) {
                return new Resolved.FingerprintMismatch(named, found.get().reference());
            }
        }
        Optional<String> tooNew = wanted.irVersion().filter(version -> !irVersions.contains(version));
        if (tooNew.isPresent()) {
            return new Resolved.UnsupportedIrVersion(tooNew.get());
        }
        return found.<Resolved>map(Resolved.Found::new).orElseGet(Resolved.NoneNamed::new);
    }
}
