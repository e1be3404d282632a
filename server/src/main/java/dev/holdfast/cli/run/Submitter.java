// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.CliException;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.core.Decision;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns lines into units of work. A unit's key is the digest of its line and how many equal lines came before it, so that
 * a line keeps its unit whatever else is in the input and in whatever order, and equal lines are units of their own.
 */
final class Submitter {
    /** The label that holds a unit's place in the input that first had it. */
    static final String ORDINAL = "line";

    /** The kind of all units of a run. */
    static final String KIND = "command";

    private final Ledger ledger;
    private final Run run;
    private final IfInterrupted interrupted;
    private final Optional<IndexFile> index;
    private final ResultsFolder results;
    private final LineCounter counter = new LineCounter();
    private long lines;

    Submitter(Ledger ledger, Run run, IfInterrupted interrupted, ResultsFolder results, Optional<IndexFile> index) {
        this.ledger = ledger;
        this.run = run;
        this.interrupted = interrupted;
        this.results = results;
        this.index = index;
    }

    /** Lines and the commands that submit them; may be submitted again as it is. */
    record Batch(List<Line> lines, List<Submit> commands) {}

    Batch prepare(List<Line> batch) {
        List<Submit> commands = new ArrayList<>(batch.size());
        for (Line line : batch) {
            commands.add(command(line, ++lines));
        }
        return new Batch(batch, commands);
    }

    void submit(Batch batch) throws IOException {
        List<Submit> commands = batch.commands();
        List<Decision> decisions = ledger.submitAll(commands);
        for (int i = 0; i < decisions.size(); i++) {
            WorkId work;
            String ordinal;
            switch ((SubmitDecision) decisions.get(i)) {
                case SubmitDecision.Admitted fresh -> {
                    work = fresh.work();
                    ordinal = commands.get(i).submission().labels().getOrDefault(ORDINAL, "");
                }
                case SubmitDecision.Repeated known -> {
                    work = known.unit().id();
                    ordinal = known.unit().submission().labels().getOrDefault(ORDINAL, "");
                }
                case SubmitDecision other ->
                    throw new CliException(ExitCode.REFUSED, "the ledger refused line " + lines + ": " + other);
            }
            if (index.isPresent()) {
                index.get()
                        .add(
                                results.files(ordinal, work),
                                batch.lines().get(i).bytes().orElse(new byte[0]));
            }
        }
    }

    private Submit command(Line line, long ordinal) {
        int before = counter.countBefore(line.digest());
        IdempotencyKey key =
                new IdempotencyKey(HexFormat.of().toHexDigits(line.digest().a())
                        + HexFormat.of().toHexDigits(line.digest().b()) + "/" + before);
        Submission.Builder unit = Submission.of(KIND, key)
                .payload(line.payload())
                .recovery(interrupted.recovery())
                .labels(Map.of(ORDINAL, "%06d".formatted(ordinal)));
        if (interrupted != IfInterrupted.RERUN) {
            unit.guarantee(Guarantee.RECONCILED);
        }
        return new Submit(run.pool(), unit.build());
    }
}
