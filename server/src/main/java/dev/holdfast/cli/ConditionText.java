// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.work.Condition;
import java.util.List;
import java.util.stream.Collectors;

/** What would make a unit run, in words. */
final class ConditionText {
    private ConditionText() {}

    /** One sentence; empty when there is nothing to say. */
    static String sentence(List<Condition> wouldRun, String work, String hint) {
        return wouldRun.stream()
                .map(condition -> text(condition, work, hint))
                .collect(Collectors.joining(", and ", wouldRun.isEmpty() ? "" : "would run ", ""));
    }

    static String text(Condition condition, String work, String hint) {
        return switch (condition) {
            case Condition.Passed passed -> "from " + passed.moment() + " on";
            case Condition.Resumed resumed -> "if pool " + resumed.pool() + " were resumed";
            case Condition.Room room -> "if the " + room.account() + " had " + room.more() + " more free";
            case Condition.WorkerOffers offers ->
                "with a worker "
                        + offers.like()
                                .map(like -> "like " + like + " that also offers ")
                                .orElse("that offers ")
                        + offers.offers().stream()
                                .map(Condition.Offer::toString)
                                .collect(Collectors.joining(", "));
            case Condition.WorkerFree free ->
                "when " + Text.count(free.eligible(), "worker") + " that could run it, or one more like that, has a"
                        + " place free";
            case Condition.Turn turn -> "when what is ahead of it has been claimed";
            case Condition.Promoted promoted -> "when it is promoted";
            case Condition.Evident evident ->
                "if evidence showed that the run under fence " + evident.fence() + " was not applied";
            case Condition.Redriven redriven ->
                "in another life, once this one is over: 'holdfast work redrive " + work + hint + " ...'";
        };
    }
}
