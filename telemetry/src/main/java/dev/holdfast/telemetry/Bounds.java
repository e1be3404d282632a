// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

/** How many different values a tag may have, and how much is remembered. */
final class Bounds {
    /** Kinds are handlers of an application: more than anybody writes, fewer than hurt a metrics backend. */
    static final int KINDS = 200;

    /** Pools that are worth a graph of their own. */
    static final int POOLS = 100;

    /** Names of resources, and of domains, whose use is shown. */
    static final int LIMITS = 200;

    /** Claims that are live in this process at once, five times the usual limit of a pool. */
    static final int CLAIMS = 50_000;

    /** Units that are looked at for the one that waits longest; they come with their payloads. */
    static final int OLDEST = 20;

    /** Claims in each refresh whose delay is measured: enough for a distribution, few to read one by one. */
    static final int SAMPLE = 50;

    /** The value for all that is beyond a bound. */
    static final String OTHER = "other";

    /** The value for what this process has never seen. */
    static final String UNKNOWN = "unknown";

    private Bounds() {}
}
