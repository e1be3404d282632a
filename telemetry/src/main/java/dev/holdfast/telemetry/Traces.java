// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Grant;
import java.util.List;
import java.util.Optional;

/** Follows calls and runs, if anybody wants to know. Thread-safe. */
interface Traces {
    /** Follows nothing. */
    Traces NONE = new Traces() {
        @Override
        public Call begin(List<? extends Command<?>> commands) {
            return new Call() {
                @Override
                public List<? extends Command<?>> commands() {
                    return commands;
                }

                @Override
                public void answered(List<? extends Decision> decisions) {}

                @Override
                public void failed(Throwable failure) {}
            };
        }

        @Override
        public void started(Grant grant) {}

        @Override
        public void returned(Grant grant, Optional<Answer> answer) {}
    };

    /** A call of the ledger begins. */
    Call begin(List<? extends Command<?>> commands);

    /** A run begins, on this thread. */
    void started(Grant grant);

    /** The run that began on this thread is over. */
    void returned(Grant grant, Optional<Answer> answer);

    /** A call of the ledger, until it is answered or fails. */
    interface Call {
        /** What to send: the same commands, submissions with the context of their trace. */
        List<? extends Command<?>> commands();

        void answered(List<? extends Decision> decisions);

        void failed(Throwable failure);
    }
}
