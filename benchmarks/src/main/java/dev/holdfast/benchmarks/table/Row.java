// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One line of the table.
 *
 * @param id as in docs/performance.md
 * @param peer empty for rows whose amount itself has the goal
 * @param unit of both amounts
 */
record Row(String id, String what, Value holdfast, Optional<Value> peer, String unit, Goal goal) {
    static Row against(String id, String what, Value holdfast, Value peer, String unit, Goal goal) {
        return new Row(id, what, holdfast, Optional.of(peer), unit, goal);
    }

    static Row alone(String id, String what, Value holdfast, String unit, Goal goal) {
        return new Row(id, what, holdfast, Optional.empty(), unit, goal);
    }

    /** What the goal is about: the ratio, or the amount where there is no peer. */
    OptionalDouble judged() {
        if (!(holdfast instanceof Value.Measured ours)) {
            return OptionalDouble.empty();
        }
        if (peer.isEmpty()) {
            return OptionalDouble.of(ours.amount());
        }
        return peer.get() instanceof Value.Measured theirs
                ? OptionalDouble.of(ours.amount() / theirs.amount())
                : OptionalDouble.empty();
    }

    /** The same lines of several turns as one, each with the middle of its amounts. */
    static List<Row> medians(List<List<Row>> turns) {
        List<Row> medians = new ArrayList<>();
        for (int line = 0; line < turns.getFirst().size(); line++) {
            int index = line;
            Row first = turns.getFirst().get(index);
            Value ours = Value.median(
                    turns.stream().map(turn -> turn.get(index).holdfast).toList());
            Optional<Value> theirs = first.peer.map(one -> Value.median(
                    turns.stream().map(turn -> turn.get(index).peer.orElse(one)).toList()));
            medians.add(new Row(first.id, first.what, ours, theirs, first.unit, first.goal));
        }
        return medians;
    }
}
