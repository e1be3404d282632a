// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** What a person does to one unit, with a reason: {@code holdfast work promote}, {@code withdraw}, {@code redact}. */
abstract class WorkAction<R extends Decision> implements Callable<Integer> {
    @Mixin
    private WorkArgument work;

    @Mixin
    private Reason reason;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    /** What is said of a decision. */
    record Told(String sentence, int exitCode) {
        static Optional<Told> done(String sentence) {
            return Optional.of(new Told(sentence, ExitCode.DONE));
        }

        static Optional<Told> refused(String sentence) {
            return Optional.of(new Told(sentence, ExitCode.REFUSED));
        }
    }

    abstract Command<R> action(WorkId id, String who, String why);

    /** Empty when there is no such unit. */
    abstract Optional<Told> tell(R decision);

    @Override
    public final Integer call() {
        try (Ledger open = ledger.openExisting()) {
            Told told = tell(open.submit(action(work.id(), actor.name(), reason.text())))
                    .orElseThrow(work::unknown);
            output.printAnswer(work.id().value(), told.sentence());
            return told.exitCode();
        }
    }
}
