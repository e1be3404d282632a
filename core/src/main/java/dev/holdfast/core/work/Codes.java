// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** The codes that the ledger itself gives to ends and waits; handlers bring their own. */
public final class Codes {
    /** Every try was answered and none ended the unit. */
    public static final String ATTEMPTS_EXHAUSTED = "attempts-exhausted";

    /** Too many claims of the unit were lost. */
    public static final String LOSSES_EXHAUSTED = "losses-exhausted";

    /** It demands more than the pool has. */
    public static final String OVERSIZED = "oversized";

    /** Its latest start has passed. */
    public static final String TOO_LATE_TO_START = "too-late-to-start";

    /** A request to cancel took effect. */
    public static final String CANCELLED = "cancelled";

    /** The holder's lease ran out or it was retired. */
    public static final String WORKER_DEAD = "worker-dead";

    /** The claim lasted longer than the unit's run limit. */
    public static final String RUN_LIMIT = "run-limit";

    /** The holder did not know of the claim. */
    public static final String UNKNOWN_TO_HOLDER = "unknown-to-holder";

    /** The ledger was restored from a captured one while the claim was live. */
    public static final String RESTORED = "restored";

    /** An inquiry whose question was answered. */
    public static final String ANSWERED = "answered";

    /** It was held and nobody let it go. */
    public static final String WITHDRAWN = "withdrawn";

    private Codes() {}
}
