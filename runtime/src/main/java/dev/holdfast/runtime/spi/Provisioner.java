// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import java.time.Duration;
import java.util.List;

/**
 * Runs something for a claim, somewhere that outlives the handler that asked for it, and finds it again. Everything it
 * starts carries the {@link ClaimMark}, so that a later process can tell what still runs for which claim. Thread-safe.
 */
public interface Provisioner {
    /** @throws ProvisionFailed when nothing was started */
    Allocation provision(ProvisionRequest request) throws ProvisionFailed;

    /**
     * Everything that runs now for claims of {@code ledger}, whoever started it.
     *
     * @throws UnsupportedOperationException when this provisioner cannot look on this platform
     */
    List<Discovered> discover(String ledger);

    /**
     * Asks everything that runs for a claim to end, and ends it after {@code grace}.
     *
     * @throws InterruptedException when interrupted; some of it may still run
     */
    Termination terminate(ClaimMark mark, Duration grace) throws InterruptedException;

    /**
     * Something that was found running.
     *
     * @param reference names it for people, such as {@code pid 4711}
     */
    record Discovered(ClaimMark mark, String reference) {}

    /**
     * What became of a termination.
     *
     * @param asked how many processes were asked to end
     * @param killed how many of them, or of those they started, had to be ended
     * @param quiet proof that nothing is left: it was looked for, twice in a row, and not found
     */
    record Termination(int asked, int killed, boolean quiet) {}
}
