// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import dev.holdfast.core.Names;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a later controller needs to find what an earlier one has started. Written once, with begin.
 *
 * @param provisioner the process that called the provider
 * @param environment where: a name that means something to the provider
 * @param labels what the allocation is marked with, at most {@link #MAX_LABELS}
 * @param requestKey of the begin, so that it can be sent again
 * @param startedAt no allocation of this attempt is older
 */
public record Descriptor(
        ProviderId provider,
        Lifetime lifetime,
        IncarnationId provisioner,
        String environment,
        Map<String, String> labels,
        String requestKey,
        Moment startedAt) {
    public static final int MAX_LABELS = 32;

    public Descriptor {
        check(environment, labels, requestKey);
        labels = java.util.Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    static void check(String environment, Map<String, String> labels, String requestKey) {
        Names.check("environment", environment);
        Names.check("request key", requestKey);
        if (labels.size() > MAX_LABELS) {
            throw new IllegalArgumentException("at most " + MAX_LABELS + " labels, not " + labels.size());
        }
        labels.forEach((name, value) -> {
            Names.check("label", name);
            Names.check("label " + name, value);
        });
    }
}
