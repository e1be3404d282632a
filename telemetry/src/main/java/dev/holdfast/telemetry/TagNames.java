// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Submission;

/** The names of one ledger that stand in tags. Only what the ledger has accepted becomes a value. Thread-safe. */
final class TagNames {
    private final BoundedNames pools = new BoundedNames(Bounds.POOLS);
    private final BoundedNames kinds = new BoundedNames(Bounds.KINDS);
    private final BoundedNames resources = new BoundedNames(Bounds.LIMITS);
    private final BoundedNames domains = new BoundedNames(Bounds.LIMITS);

    /** Of a pool that is defined. */
    String pool(PoolId pool) {
        return pools.admitted(pool.value());
    }

    /** Of a pool that somebody has named. */
    String poolIfKnown(PoolId pool) {
        return pools.known(pool.value());
    }

    /** Of a submission that the ledger has taken. */
    String kind(Submission submission) {
        return kinds.admitted(submission.requirements().eligibility().kind());
    }

    /** Of a submission that the ledger may not have taken. */
    String kindIfKnown(Submission submission) {
        return kinds.known(submission.requirements().eligibility().kind());
    }

    boolean showsPool(PoolId pool) {
        return pools.admit(pool.value());
    }

    boolean showsResource(String name) {
        return resources.admit(name);
    }

    boolean showsDomain(String name) {
        return domains.admit(name);
    }
}
