// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.ClaimLost;
import dev.holdfast.Handler;
import dev.holdfast.Outcome;
import dev.holdfast.WorkContext;
import dev.holdfast.cli.Views;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Inspect;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;

/** Runs the command of one unit, writes down how it ended, and says what that means. */
final class CommandHandler implements Handler<byte[]> {
    private final Ledger ledger;
    private final Commands commands;
    private final ResultsFolder results;
    private final Judgement judgement;
    private final Ends ends;

    /** Is told how commands ended, before the ledger is. */
    interface Ends {
        void ended(UnitFiles files, byte[] line, CommandResult result) throws IOException;

        /** A result could not be written; the run has to stop, and its units stay for the next one. */
        void cannotWrite(IOException failure);

        void cannotStart(String why);
    }

    CommandHandler(Ledger ledger, Commands commands, ResultsFolder results, Judgement judgement, Ends ends) {
        this.ledger = ledger;
        this.commands = commands;
        this.results = results;
        this.judgement = judgement;
        this.ends = ends;
    }

    @Override
    public Outcome run(byte[] line, WorkContext context) throws InterruptedException {
        if (commands.isStopping()) {
            return Outcome.notStarted(Judgement.STOPPED);
        }
        UnitFiles files = results.files(context.labels().getOrDefault(Submitter.ORDINAL, ""), context.work());
        Payload payload = context.submission().payload();
        try {
            Commands.Try tried = payload.mediaType().equals(Views.LONG_LINE)
                    ? new Commands.Try.Ended(new Ending(context, System.nanoTime())
                            .notStarted(
                                    126, "the line has " + payload.asText() + " bytes, more than an argument can have"))
                    : commands.execute(line, files, context);
            return switch (tried) {
                case Commands.Try.Ended ended -> ended(ended.result(), line, files, context);
                case Commands.Try.Stopped stopped -> {
                    files.discard(context.fence());
                    yield Judgement.outcome(judgement.stopped());
                }
                case Commands.Try.NotNow notNow -> {
                    ends.cannotStart(notNow.why());
                    files.discard(context.fence());
                    yield Outcome.notStarted("cannot-start-now");
                }
            };
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException("interrupted while a result was written");
        } catch (IOException e) {
            ends.cannotWrite(e);
            return Outcome.retryAfter(Duration.ofSeconds(1), "results-not-writable");
        }
    }

    /** From where the result is written down, it counts, whatever becomes of telling it. */
    private Outcome ended(CommandResult result, byte[] line, UnitFiles files, WorkContext context) throws IOException {
        try {
            context.checkpoint();
        } catch (ClaimLost e) {
            files.discard(context.fence());
            throw e;
        }
        if (files.publish(result)) {
            try {
                ends.ended(files, line, result);
            } catch (IOException e) {
                ends.cannotWrite(e);
            }
        }
        return Judgement.outcome(judgement.of(result, triesBefore(context, result)));
    }

    /** Only asked where it matters. */
    private Judgement.Tries triesBefore(WorkContext context, CommandResult result) {
        return result.succeeded() || context.attempt() == 1
                ? Judgement.Tries.NONE
                : ledger.ask(new Inspect(context.work()))
                        .map(Judgement.Tries::of)
                        .orElse(Judgement.Tries.NONE);
    }
}
