// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

/** The codes of diagnostics. They never change; a new reason gets a new one. */
public final class TargetCodes {
    /** The ledger lacks something that its promises rest on. */
    public static final String CAPABILITY_UNAVAILABLE = "target-capability-unavailable";

    /** Work asks for an affinity, and the target cannot keep it. */
    public static final String AFFINITY_UNAVAILABLE = "target-affinity-unavailable";

    /** The host ends runs after a time, and nobody has attested after which. */
    public static final String MAXIMUM_NOT_ATTESTED = "target-maximum-not-attested";

    /** The host ends runs after a time, and the work does not say how long it runs at most. */
    public static final String EXECUTION_BOUND_REQUIRED = "target-execution-bound-required";

    /** The work may run longer than the host lets it. */
    public static final String EXECUTION_DURATION_EXCEEDED = "target-execution-duration-exceeded";

    /** No handler can keep the guarantee there. */
    public static final String GUARANTEE_UNAVAILABLE = "target-guarantee-unavailable";

    /** The recovery that the work asks for cannot be done there. */
    public static final String RECOVERY_UNAVAILABLE = "target-recovery-unavailable";

    private TargetCodes() {}
}
