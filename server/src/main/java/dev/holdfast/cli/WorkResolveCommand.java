// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Fence;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.ResolveDecision;
import dev.holdfast.core.work.Unit;
import dev.holdfast.core.work.WorkState;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast work resolve}. */
@Command(
        name = "resolve",
        description = {
            "Say what became of a run whose outcome is not known.",
            "Without an answer: show what is known about it, who asks already, and what its holders said too late."
        },
        mixinStandardHelpOptions = true)
final class WorkResolveCommand implements Callable<Integer> {
    @Mixin
    private WorkArgument work;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FENCE",
            description = "fence of the run in question, as 'work show' shows it")
    private String fence;

    @ArgGroup(multiplicity = "0..1")
    private Finding finding;

    /** Exactly one of these. */
    static final class Finding {
        @Option(names = "--not-applied", description = "it had no effect; the unit runs again")
        private boolean notApplied;

        @Option(names = "--succeeded", description = "its effect took place")
        private boolean succeeded;

        @Option(names = "--failed", paramLabel = "CODE", description = "it failed")
        private String failed;

        @Option(names = "--cancelled", paramLabel = "CODE", description = "it was stopped for good")
        private String cancelled;

        Resolution resolution() {
            if (notApplied) {
                return new Resolution.NotApplied();
            }
            if (succeeded) {
                return new Resolution.Succeeded(Payload.EMPTY);
            }
            return failed != null ? new Resolution.Failed(failed) : new Resolution.Cancelled(cancelled);
        }
    }

    @Option(
            names = "--evidence",
            paramLabel = "TEXT",
            description = "required for an answer: where the evidence stands: a ticket, a log line, a transaction id")
    private String evidence;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        return finding == null ? show() : answer();
    }

    private int show() {
        if (fence != null || evidence != null) {
            throw new CliException(
                    ExitCode.USAGE,
                    "say what happened: --not-applied, --succeeded, --failed CODE or --cancelled CODE; or only WORK,"
                            + " to see what is known");
        }
        try (Ledger open = ledger.openExisting()) {
            Unit unit = open.ask(new Inspect(work.id())).orElseThrow(work::unknown);
            if (unit.state() instanceof WorkState.Uncertain uncertain) {
                output.print(Questions.question(open, unit, uncertain, ledger.hint()));
                return ExitCode.DONE;
            }
            output.printAnswer(work.id().value(), sentence(new ResolveDecision.NotUncertain(unit.status())));
            return ExitCode.REFUSED;
        }
    }

    private int answer() {
        if (fence == null || evidence == null) {
            throw new CliException(
                    ExitCode.USAGE,
                    "an answer names the FENCE of the run in question and says where its --evidence stands");
        }
        Resolve command = new Resolve(work.id(), Fence.parse(fence), finding.resolution(), evidence, actor.name());
        try (Ledger open = ledger.openExisting()) {
            ResolveDecision decision = open.submit(command);
            if (decision instanceof ResolveDecision.NotFound) {
                throw work.unknown();
            }
            output.printAnswer(work.id().value(), sentence(decision));
            boolean done = decision instanceof ResolveDecision.Resolved || decision instanceof ResolveDecision.Repeated;
            return done ? ExitCode.DONE : ExitCode.REFUSED;
        }
    }

    private static String sentence(ResolveDecision decision) {
        return switch (decision) {
            case ResolveDecision.Resolved now -> "resolved: it is now " + Views.word(now.status());
            case ResolveDecision.Repeated before ->
                "resolved before with the same evidence: it is now " + Views.word(before.status());
            case ResolveDecision.Conflict other -> "refused: other evidence about this run was given before and stands";
            case ResolveDecision.StaleFence stale ->
                "refused: the run in question is " + stale.current() + ", not " + stale.offered();
            case ResolveDecision.NotUncertain state ->
                "refused: it does not wait for evidence, it is " + Views.word(state.status());
            case ResolveDecision.NotFound none -> "not found";
        };
    }
}
