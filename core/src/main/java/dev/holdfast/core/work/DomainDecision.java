// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import java.util.List;

/** Answers {@link DefineDomain}. */
public sealed interface DomainDecision extends Decision {
    record Defined(int revision) implements DomainDecision {}

    /** It has other terms from now on. */
    record Revised(int revision) implements DomainDecision {}

    /** It was so already. */
    record Repeated(int revision) implements DomainDecision {}

    /** The domain has other terms, of another revision than was to be replaced; these parts differ. */
    record LimitConflict(int revision, List<String> differences) implements DomainDecision {}

    /** There is no shared domain of this name whose terms could be replaced. */
    record DomainUnknown(String domain) implements DomainDecision {}

    /** A pool declares a domain of this name in its policy. */
    record Owned(PoolId owner) implements DomainDecision {}
}
