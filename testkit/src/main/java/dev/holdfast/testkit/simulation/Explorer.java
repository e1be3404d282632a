// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Digest;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * Every interleaving of a small world: from each state that can be reached, everything that may happen next, until there is
 * no state that was not seen. Paths grow by one move at a time, so that what is found broken is told by a shortest path.
 *
 * <p>A ledger cannot be put back, so each path is played from its beginning, with the witness of the simulation looking on
 * at every step; a move that changes nothing leaves the play where it is, and the next one is tried on it. A state is all
 * that the ledger keeps, the time, and what the workers know. What the witness remembers is not part of it: of two paths to
 * one state it goes on from the first.
 */
final class Explorer {
    private static final class Path {
        final int[] moves;

        Path(int[] moves) {
            this.moves = moves;
        }

        Path then(int move) {
            int[] longer = Arrays.copyOf(moves, moves.length + 1);
            longer[moves.length] = move;
            return new Path(longer);
        }
    }

    /**
     * What there is.
     *
     * @param states that can be reached, the beginning included
     * @param transitions moves that were possible, from all states, those that change nothing included
     * @param unchanged those that changed nothing: refusals, repetitions
     * @param depth moves of the longest of the shortest paths
     */
    record Explored(int states, long transitions, long unchanged, int depth) {}

    private final SmallWorld small;
    private final Options options;
    private final Set<Digest> seen = new HashSet<>();
    private final Deque<Path> open = new ArrayDeque<>();
    private long transitions;
    private long unchanged;
    private int depth;

    private Explorer(SmallWorld small, Options options) {
        this.small = small;
        this.options = options;
    }

    /** @throws InvariantBroken when a promise does not hold somewhere */
    static Explored explore(SmallWorld small, Options options) {
        return new Explorer(small, options).explore();
    }

    private Explored explore() {
        Path start = new Path(new int[0]);
        seen.add(SmallState.fingerprint(play(start)));
        open.add(start);
        while (!open.isEmpty()) {
            Path path = open.remove();
            depth = path.moves.length;
            expand(path);
        }
        return new Explored(seen.size(), transitions, unchanged, depth);
    }

    private void expand(Path path) {
        SmallPlay play = play(path);
        Digest state = SmallState.fingerprint(play);
        for (int move = 0; move < small.moves().size(); move++) {
            if (!happens(move, play)) {
                continue;
            }
            transitions++;
            Digest next = SmallState.fingerprint(play);
            if (next.equals(state)) {
                unchanged++;
                continue;
            }
            if (seen.add(next)) {
                open.add(path.then(move));
            }
            play = play(path);
        }
    }

    private boolean happens(int move, SmallPlay play) {
        return small.moves().get(move).happens().test(play);
    }

    private SmallPlay play(Path path) {
        SmallPlay play = new SmallPlay(small, options);
        for (int move : path.moves) {
            if (!happens(move, play)) {
                throw new AssertionError("the same moves led elsewhere: "
                        + small.moves().get(move).name());
            }
        }
        return play;
    }
}
