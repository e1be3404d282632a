// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.Inquiry;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RedriveDecision;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast work redrive}: units by id, or all that ended in some way. */
@Command(
        name = "redrive",
        description = "Give units that ended without success another life, in which they run again.",
        mixinStandardHelpOptions = true)
final class WorkRedriveCommand implements Callable<Integer> {
    private static final Set<Status> REDRIVABLE = EnumSet.of(Status.FAILED, Status.CANCELLED, Status.POISONED);

    /** So many units share a transaction. */
    private static final int AT_ONCE = 100;

    @Parameters(arity = "0..*", paramLabel = "WORK", description = "ids of units, as 'work list' shows them")
    private List<String> works = List.of();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "instead of ids: the units in these states: failed, cancelled, poisoned")
    private Set<Status> states = EnumSet.noneOf(Status.class);

    @Option(names = "--pool", paramLabel = "POOL", description = "with --state: only of this pool")
    private String pool;

    @Option(names = "--kind", paramLabel = "KIND", description = "with --state: only of this kind")
    private String kind;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "with --state: at most so many, the oldest first (default: 1000)")
    private Integer limit;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; kept with the units")
    private String reason;

    @Option(names = "--force", description = "also units with an answer that came too late")
    private boolean force;

    @Mixin
    private Actor actor;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        check();
        try (Ledger open = ledger.openExisting();
                RedriveReport report = new RedriveReport(output)) {
            if (states.isEmpty()) {
                redriveNamed(open, report);
            } else {
                redriveFound(open, report);
            }
            return report.exitCode();
        }
    }

    private void check() {
        if (states.isEmpty() == works.isEmpty()) {
            throw new CliException(ExitCode.USAGE, "say which units: their ids, or --state");
        }
        if (states.isEmpty() && (pool != null || kind != null || limit != null)) {
            throw new CliException(ExitCode.USAGE, "--pool, --kind and --limit choose among units of a --state");
        }
        if (!REDRIVABLE.containsAll(states)) {
            throw new CliException(ExitCode.USAGE, "--state is failed, cancelled or poisoned");
        }
        if (limit != null && limit < 1) {
            throw new CliException(ExitCode.USAGE, "--limit is 1 or more, not " + limit);
        }
    }

    private void redriveNamed(Ledger open, RedriveReport report) {
        List<Unit> units = new ArrayList<>();
        for (String work : new LinkedHashSet<>(works)) {
            Optional<Unit> unit = open.ask(new Inspect(new WorkId(work)));
            unit.ifPresentOrElse(units::add, () -> report.unknown(work));
        }
        redrive(units, open, report);
    }

    private void redriveFound(Ledger open, RedriveReport report) {
        int left = limit == null ? FindWork.MAX : limit;
        OptionalLong after = OptionalLong.of(Unit.UNNUMBERED);
        while (left > 0 && after.isPresent()) {
            FindWork.Found found = open.ask(new FindWork(
                    Optional.ofNullable(pool).map(PoolId::new),
                    states,
                    Optional.empty(),
                    after.getAsLong(),
                    FindWork.MAX));
            List<Unit> some = found.units().stream()
                    .filter(unit -> !isClosedInquiry(unit))
                    .filter(unit -> kind == null
                            || unit.requirements().eligibility().kind().equals(kind))
                    .limit(left)
                    .toList();
            redrive(some, open, report);
            left -= some.size();
            after = found.next();
        }
    }

    /** They are many, and nobody means them. */
    private static boolean isClosedInquiry(Unit unit) {
        return unit.status() == Status.CANCELLED && Inquiry.of(unit).isPresent();
    }

    private void redrive(List<Unit> units, Ledger open, RedriveReport report) {
        for (int from = 0; from < units.size(); from += AT_ONCE) {
            List<Unit> some = units.subList(from, Math.min(units.size(), from + AT_ONCE));
            List<Decision> decisions = open.submitAll(some.stream()
                    .map(unit -> new Redrive(unit.id(), unit.life(), actor.name(), reason, force))
                    .toList());
            for (int i = 0; i < some.size(); i++) {
                report.add(some.get(i).id(), (RedriveDecision) decisions.get(i));
            }
        }
    }
}
