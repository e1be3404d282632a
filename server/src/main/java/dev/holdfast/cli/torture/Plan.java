// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What is done in one round, in an order that the seed decides.
 *
 * @param kills of workers
 * @param pauses of workers, each for longer than a lease
 * @param cuts of connections through the proxy, several at once each time
 * @param terminations of all the server's backends of this torture
 * @param others what the caller does by itself
 */
record Plan(int kills, int pauses, int cuts, int terminations, List<Runnable> others) {
    /** What a user's database bears: nothing here touches the server itself. */
    static final Plan USUAL = new Plan(2, 1, 3, 1, List.of());

    private static final int CUTS_AT_ONCE = 8;

    List<Runnable> shuffled(Torture torture, Random random) {
        List<Runnable> harms = new ArrayList<>(others);
        harms.addAll(Collections.nCopies(kills, torture::killOne));
        harms.addAll(Collections.nCopies(pauses, torture::pauseOne));
        harms.addAll(Collections.nCopies(cuts, () -> torture.cut(CUTS_AT_ONCE)));
        harms.addAll(Collections.nCopies(terminations, torture::terminate));
        Collections.shuffle(harms, random);
        return harms;
    }
}
