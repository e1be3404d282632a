// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells the story of a unit from what is kept of it.
 *
 * <p>The order is that of the story, not that of the moments: clocks may have gone back between two of them. Life follows
 * life and claim follows claim, by fence. Only what may have come at any time of a life is put in its place by its moment:
 * the request to cancel, and what is known from the audit alone.
 */
public final class HistoryRules {
    private HistoryRules() {}

    /** @param audit what it says of this unit, oldest first */
    public static List<HistoryEntry> tell(Unit unit, List<AuditEntry> audit) {
        List<HistoryEntry> story = new ArrayList<>();
        HistoryEntry beginning = new HistoryEntry.Admitted(unit.admittedAt());
        for (PastLife life : unit.lives()) {
            story.addAll(life(beginning, unit, life.life(), life.cancel(), Optional.of(life.end())));
            PastLife.Redriven next = life.redriven();
            beginning =
                    new HistoryEntry.Redriven(next.at(), life.life() + 1, next.actor(), next.reason(), next.forced());
        }
        Optional<WorkState.Ended> end =
                unit.state() instanceof WorkState.Ended ended ? Optional.of(ended) : Optional.empty();
        story.addAll(life(beginning, unit, unit.life(), unit.cancel(), end));
        for (AuditEntry entry : audit) {
            if (!isTold(entry.act())) {
                place(new HistoryEntry.Acted(entry), story);
            }
        }
        return List.copyOf(story);
    }

    private static List<HistoryEntry> life(
            HistoryEntry beginning,
            Unit unit,
            int life,
            Optional<CancelRequest> cancel,
            Optional<WorkState.Ended> end) {
        List<HistoryEntry> story = new ArrayList<>();
        story.add(beginning);
        unit.past().stream().filter(past -> past.claim().life() == life).forEach(past -> {
            addClaim(past.claim(), story);
            addEnd(past, story);
        });
        unit.claim().filter(claim -> claim.life() == life).ifPresent(claim -> addClaim(claim, story));
        cancel.ifPresent(
                first -> place(new HistoryEntry.CancelAsked(first.at(), life, first.actor(), first.reason()), story));
        end.ifPresent(last -> story.add(
                new HistoryEntry.LifeEnded(last.at(), life, last.status(), last.by(), last.code(), last.evidence())));
        return story;
    }

    private static void addClaim(Claim claim, List<HistoryEntry> story) {
        story.add(new HistoryEntry.Claimed(
                claim.claimedAt(), claim.fence(), claim.worker(), claim.life(), claim.attempt()));
        claim.begunAt().ifPresent(at -> story.add(new HistoryEntry.Begun(at, claim.fence())));
    }

    private static void addEnd(PastClaim past, List<HistoryEntry> story) {
        story.add(new HistoryEntry.ClaimEnded(past.endedAt(), past.claim().fence(), past.end(), past.answer()));
        past.late()
                .ifPresent(answer -> story.add(new HistoryEntry.AnsweredLate(
                        past.endedAt(), past.claim().fence(), answer)));
        past.resolution()
                .ifPresent(said -> story.add(new HistoryEntry.Resolved(
                        said.at(), past.claim().fence(), said.resolution(), said.reference(), said.actor())));
    }

    /** Before what came later, but never before the beginning. */
    private static void place(HistoryEntry entry, List<HistoryEntry> story) {
        Moment at = entry.at();
        int place = 1;
        while (place < story.size() && !story.get(place).at().isAfter(at)) {
            place++;
        }
        story.add(place, entry);
    }

    /** Whether the unit itself tells of it. */
    private static boolean isTold(AuditEntry.Act act) {
        return switch (act) {
            case CANCEL, WITHDRAW, RESOLVE, REDRIVE -> true;
            case PROMOTE, REDACT, DEFINE, PAUSE, RESUME, DRAIN, ACCEPT, DELETE, RECORD, UNRECORD -> false;
        };
    }
}
