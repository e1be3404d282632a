// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import java.util.List;

/** Answers {@link DefinePool} and {@link PausePool}. */
public sealed interface PoolDecision extends Decision permits PoolDecision.Done, PoolUnknown {
    /** An answer other than that there is no such pool. */
    sealed interface Done extends PoolDecision {}

    record Defined(int revision) implements Done {}

    /** It has another policy from now on. */
    record Revised(int revision) implements Done {}

    record Paused() implements Done {}

    record Resumed() implements Done {}

    /** It was so already. */
    record Repeated(int revision) implements Done {}

    /** The pool has another policy, of another revision than was to be replaced; these values differ. */
    record PolicyConflict(int revision, List<String> differences) implements Done {}

    /** A domain of this name belongs to a pool: one that the policy declares to another pool, one that it uses to any. */
    record DomainTaken(String domain, PoolId owner) implements Done {}

    /** The policy declares a domain, but one of this name is shared: the policy can use it, and not declare it. */
    record DomainShared(String domain) implements Done {}

    /** The policy uses a shared domain that nobody has defined. */
    record DomainUnknown(String domain) implements Done {}

    /** The policy gives up a domain that units name which have not ended. */
    record DomainInUse(String domain) implements Done {}
}
