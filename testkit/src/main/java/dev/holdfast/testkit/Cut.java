// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

/**
 * Where a {@link FaultProxy} cuts a connection, once.
 *
 * @param point what is counted
 * @param number which one of them after the cut was ordered, over all connections; from 1
 * @param side of that one
 */
public record Cut(Point point, int number, Side side) {
    /** What is counted in the stream from the client. */
    public enum Point {
        /**
         * Where a transaction commits: the statement {@code COMMIT} or {@code END}, or the end of a request that runs a
         * statement outside a transaction block, read-only ones included. A {@code COMMIT} of a failed transaction counts
         * too.
         */
        COMMIT,
        /** Where the client waits for an answer: a Sync or a simple Query, the one that opens a transaction included. */
        REQUEST
    }

    /** Which side of the point. */
    public enum Side {
        /** The server never sees it; what it saw before of an open transaction, it rolls back. */
        BEFORE,
        /** The server has done it and has answered; the client sees nothing of the answer. */
        ANSWER_LOST,
        /** The client has the whole answer; its next use of the connection fails. */
        AFTER
    }

    public Cut {
        if (number < 1) {
            throw new IllegalArgumentException("the first one is number 1, not " + number);
        }
    }

    /** Before the next commit: it does not happen. */
    public static Cut beforeCommit() {
        return new Cut(Point.COMMIT, 1, Side.BEFORE);
    }

    /** After the next commit, which happens; its answer is lost. */
    public static Cut afterCommit() {
        return new Cut(Point.COMMIT, 1, Side.ANSWER_LOST);
    }
}
