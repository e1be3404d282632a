// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.runtime.spi.Listener;
import java.util.Optional;
import java.util.function.Consumer;

/** Tells the listener, those who wait for an end, and the log. Nothing that a listener does comes back from here. */
final class Reports {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.worker");

    private final Listener listener;
    private final Endings endings;

    Reports(Listener listener, Endings endings) {
        this.listener = listener;
        this.endings = endings;
    }

    void granted(Grant grant) {
        tell(to -> to.granted(grant));
    }

    void started(Grant grant) {
        tell(to -> to.started(grant));
    }

    void returned(Grant grant, Optional<Answer> answer) {
        tell(to -> to.returned(grant, answer));
    }

    void settled(Grant grant, Answer answer, SettleDecision decision) {
        tell(to -> to.settled(grant, answer, decision));
        endings.mayHaveEnded(grant.work());
    }

    void lost(Held held, String why) {
        Grant grant = held.grant();
        LOG.log(System.Logger.Level.WARNING, "lost claim {0} of work {1}: {2}", grant.fence(), grant.work(), why);
        tell(to -> to.lost(grant.work(), grant.fence()));
    }

    /** The worker deals with it; whoever watches should know. */
    void trouble(String what, Throwable cause) {
        LOG.log(System.Logger.Level.WARNING, what + ": " + cause);
        LOG.log(System.Logger.Level.DEBUG, what, cause);
        tell(to -> to.trouble(what, cause));
    }

    private void tell(Consumer<Listener> what) {
        if (listener.equals(Listener.NONE)) {
            return;
        }
        try {
            what.accept(listener);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a listener failed", e);
        }
    }
}
