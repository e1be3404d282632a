// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import java.util.ArrayList;
import java.util.List;

/**
 * Messages taken up and not answered yet: those of the next call, and those that wait behind them because a call with all
 * of them failed. In order. Used by one thread at a time.
 */
final class Outbox {
    private List<Message> next = List.of();
    private List<Message> kept = List.of();

    boolean isEmpty() {
        return next.isEmpty();
    }

    /** Only when it is empty. */
    void put(List<Message> batch) {
        next = batch;
    }

    /** The messages of the next call; the same until they are taken out, halved or replaced. */
    List<Message> next() {
        return next;
    }

    /** The messages of the last call have been dealt with. */
    void takeOut() {
        next = kept;
        kept = List.of();
    }

    /** Leaves the second half of the next call for the one after it. */
    void halve() {
        int half = next.size() / 2;
        List<Message> rest = new ArrayList<>(next.subList(half, next.size()));
        rest.addAll(kept);
        kept = rest;
        next = List.copyOf(next.subList(0, half));
    }

    void replace(Message onlyOne) {
        next = List.of(onlyOne);
    }
}
