// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.client.document.DocumentException;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The document of a pool: {@code pool}, {@code revision} and {@code policy}, and {@code sources} and {@code state}, which are only told. What
 * {@code holdfast pool show} prints, {@code holdfast pool set} reads.
 */
public final class PoolDocument {
    private static final String POOL = "pool";
    private static final String REVISION = "revision";
    private static final String POLICY = "policy";
    private static final String SOURCES = "sources";
    private static final String STATE = "state";

    private final Value.Members members;
    private final Value policy;

    private PoolDocument(Value.Members members, Value policy) {
        this.members = members;
        this.policy = policy;
    }

    /**
     * Reads a document.
     *
     * @param file its name, for messages
     * @throws DocumentException when it is not written in the format, or has members that a document does not have
     */
    public static PoolDocument read(String file, DocumentFormat format, String text) {
        Value.Members members = DocumentReader.read(file, format, text).asMembers();
        members.checkNames(List.of(POOL, REVISION, POLICY, SOURCES, STATE));
        Value policy = members.find(POLICY)
                .orElseThrow(() -> members.place()
                        .wrong("there is no member 'policy'; {} as its value gives a policy of defaults"));
        PoolDocument document = new PoolDocument(members, policy);
        document.policy(Optional.empty());
        document.pool();
        document.revision();
        return document;
    }

    /** The pool that it is about, if it says. */
    public Optional<String> pool() {
        return members.find(POOL).map(Value::asText);
    }

    /** The revision that it was made from, if it says; 0 for none. */
    public Optional<Integer> revision() {
        return members.find(REVISION).map(Value::asInt);
    }

    /**
     * The policy that it gives.
     *
     * @param kept what members have that the document leaves away; the defaults where empty
     * @throws DocumentException when a member is unknown, of another sort or out of its bounds
     */
    public PoolPolicy policy(Optional<PoolPolicy> kept) {
        return PolicyDocument.read(policy, kept);
    }

    /**
     * Where the values of that policy come from: what stands in the document from {@code given}, what it leaves away from
     * where the kept value came from, or from the defaults.
     */
    public PolicySources sources(Source given, Optional<PolicySources> kept) {
        Set<String> named = policy.asMembers().values().keySet();
        SortedMap<String, Source> exceptions = new TreeMap<>();
        for (PolicyMember<?> member : PolicyMember.ALL) {
            Source source = named.contains(member.name())
                    ? given
                    : kept.map(sources -> sources.of(member.name())).orElse(Source.DEFAULTS);
            if (!source.equals(given)) {
                exceptions.put(member.name(), source);
            }
        }
        return new PolicySources(given, exceptions);
    }

    /** The document of a pool, as it stands; {@link DocumentFormat#write} makes text of it. */
    public static Map<String, Object> write(Pool pool, Map<String, ?> state) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(POOL, pool.id().value());
        members.put(REVISION, pool.revision());
        members.put(POLICY, PolicyDocument.write(pool.policy()));
        members.put(SOURCES, SourceDocument.write(pool.sources()));
        members.put(STATE, state);
        return members;
    }
}
