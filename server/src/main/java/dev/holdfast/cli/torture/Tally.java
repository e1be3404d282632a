// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import dev.holdfast.core.Fence;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.PastClaim;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.Unit;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts, after all is over, what the ledger and the resource say of the same units. */
final class Tally {
    private final Set<String> claims = new HashSet<>();
    private final Set<String> endedByOthers = new HashSet<>();
    private final Map<Crew.Member, Long> killedAt;
    private final Set<WorkId> missing;
    private final List<String> unexpected = new ArrayList<>();
    private long units;
    private long recovered;
    private long duplicated;
    private long slowestMicros;

    /**
     * @param submitted whose submission was answered
     * @param killedAt the moments when workers were killed, by the server's clock, in microseconds
     */
    Tally(Set<WorkId> submitted, Map<Crew.Member, Long> killedAt) {
        this.missing = new HashSet<>(submitted);
        this.killedAt = killedAt;
    }

    static String name(WorkId work, Fence fence) {
        return work.value() + " " + fence.value();
    }

    void read(Ledger ledger, PoolId pool) {
        FindWork query =
                new FindWork(Optional.of(pool), EnumSet.allOf(Status.class), Optional.empty(), 0, FindWork.MAX);
        while (true) {
            FindWork.Found page = ledger.ask(query);
            page.units().forEach(this::add);
            if (page.next().isEmpty()) {
                return;
            }
            query = query.after(page.next().getAsLong());
        }
    }

    private void add(Unit unit) {
        units++;
        expect(missing.contains(unit.id()), unit.id() + " was not submitted");
        if (unit.status() == Status.SUCCEEDED) {
            missing.remove(unit.id());
        }
        long former = 0;
        int successes = 0;
        for (PastClaim past : unit.past()) {
            Fence fence = past.claim().fence();
            expect(fence.value() > former, "fence " + fence + " of " + unit.id() + " is no newer than the one before");
            former = fence.value();
            claims.add(name(unit.id(), fence));
            boolean succeeded =
                    past.answer().filter(Answer.Succeeded.class::isInstance).isPresent();
            successes += succeeded ? 1 : 0;
            recovered += succeeded ? 0 : 1;
            expect(
                    past.answer().filter(Tally::isRefusal).isEmpty(),
                    "the resource refused live fence " + fence + " of " + unit.id());
            if (past.end() != PastClaim.End.ANSWERED) {
                endedByOthers.add(name(unit.id(), fence));
                measure(name(unit.id(), fence), past.endedAt().micros());
            }
        }
        duplicated += Math.max(0, successes - 1);
    }

    private void expect(boolean isRight, String otherwise) {
        if (!isRight) {
            unexpected.add(otherwise);
        }
    }

    /** The resource refused the holder of a claim that was still live. */
    private static boolean isRefusal(Answer answer) {
        return answer instanceof Answer.Released released && released.reason().equals(StrainedWorker.REFUSED);
    }

    private void measure(String claim, long endedAt) {
        killedAt.forEach((member, at) -> {
            if (member.granted.contains(claim)) {
                slowestMicros = Math.max(slowestMicros, endedAt - at);
            }
        });
    }

    /** How many claims of a resumed worker were ended by others without its knowing it. */
    long unlearned(Crew crew) {
        return crew.working().stream()
                .filter(Crew.Member::wasPaused)
                .mapToLong(member -> member.granted.stream()
                        .filter(claim -> endedByOthers.contains(claim) && !member.learned.contains(claim))
                        .count())
                .sum();
    }

    Toll toll(long submitted, Resource resource, Crew crew, int firstEpoch, int lastEpoch) throws SQLException {
        Set<String> seen = new HashSet<>();
        long executions = 0;
        for (Resource.Started started : resource.started()) {
            String claim = name(started.work(), started.fence());
            executions++;
            expect(
                    claims.contains(claim),
                    "fence " + started.fence() + " of " + started.work() + " was executed and is not in the ledger");
            duplicated += seen.add(claim) ? 0 : 1;
        }
        expect(executions <= units + recovered, executions + " executions are more than works and recoveries");
        return new Toll(
                submitted,
                executions,
                recovered,
                missing.size(),
                List.copyOf(unexpected),
                duplicated,
                resource.staleAccepted(),
                unlearned(crew),
                firstEpoch,
                lastEpoch,
                Duration.ofNanos(slowestMicros * 1_000));
    }
}
