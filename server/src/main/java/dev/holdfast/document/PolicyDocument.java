// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.work.PoolPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A pool's policy as members of a document, and back: what is written is read as the same policy. */
public final class PolicyDocument {
    private PolicyDocument() {}

    /** All members of the policy, in the order of {@link PoolPolicy}: texts, whole numbers and maps of such. */
    public static Map<String, Object> write(PoolPolicy policy) {
        Map<String, Object> members = new LinkedHashMap<>();
        PolicyMember.ALL.forEach(member -> members.put(member.name(), member.write(policy)));
        return members;
    }

    /**
     * The policy that a document gives.
     *
     * @param kept what members have that the document leaves away; where empty, the defaults of {@link PoolPolicy}, of which
     *     one depends on another: a claim's lease is as long as a worker's
     */
    static PoolPolicy read(Value found, Optional<PoolPolicy> kept) {
        Value.Members members = found.asMembers();
        members.checkNames(PolicyMember.ALL.stream().map(PolicyMember::name).toList());
        PoolPolicy policy = kept.orElseGet(() -> defaults(members));
        for (PolicyMember<?> member : PolicyMember.ALL) {
            Optional<Value> value = members.find(member.name());
            if (value.isPresent()) {
                policy = member.read(value.get(), policy);
            }
        }
        return policy;
    }

    private static PoolPolicy defaults(Value.Members members) {
        return members.find("workerLease")
                .map(found -> {
                    Duration lease = found.asDuration();
                    return found.place().checked(() -> PoolPolicy.DEFAULT.withLease(lease));
                })
                .orElse(PoolPolicy.DEFAULT);
    }
}
