// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.subject;

import dev.holdfast.benchmarks.run.Arguments;
import dev.holdfast.benchmarks.run.Loops;
import dev.holdfast.benchmarks.run.Parent;
import dev.holdfast.benchmarks.run.Windows;
import dev.holdfast.core.ledger.Ledger;

/**
 * Claims and settles as fast as it goes; counts acknowledged settlements. Settings: {@code dispatchers}, {@code batch},
 * {@code beside} (settle on a second thread), {@code backlog}, {@code prepare} (false: join what another process
 * prepared), and those of {@link Units}.
 */
final class Execute {
    private Execute() {}

    static void run(Arguments arguments, Parent parent) throws Exception {
        int backlog = arguments.number("backlog", 1_000_000);
        int dispatchers = arguments.number("dispatchers", 1);
        try (Ledger ledger = Prepared.open(arguments, backlog, 2 * dispatchers);
                Loops loops = new Loops()) {
            parent.ready();
            for (int i = 0; i < dispatchers; i++) {
                Claimant claimant = new Claimant(ledger, arguments.number("batch", 100));
                if (arguments.flag("beside", true)) {
                    claimant.startBeside(loops);
                } else {
                    claimant.startAlone(loops);
                }
            }
            Windows.of(arguments, backlog).measure(loops::done, parent);
            loops.stop();
        }
    }
}
