// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A flight recorder around another ledger: it remembers the newest commands with their decisions and the moments at which
 * the decisions came. Costs memory for as many commands as it remembers and a short lock for each call; the ledger is
 * called as it would be without it.
 *
 * <p>Of commands that several threads send at once it knows the order of the answers, not that of the decisions. It knows
 * what goes through it, and nothing of what other processes do.
 *
 * <p>Thread-safe, as the ledger inside is.
 */
public final class RecordingLedger extends ForwardingLedger {
    /** For what takes a default: some minutes of a busy process, some ten megabytes. */
    public static final int USUAL_CAPACITY = 50_000;

    private final LedgerClock clock;
    private final int capacity;
    private final Deque<Recorded> ring = new ArrayDeque<>();
    private long forgotten;

    /**
     * @param ledger is closed with this one
     * @param clock only for the moments of the recording
     * @param capacity how many commands are remembered, at least 1
     */
    public RecordingLedger(Ledger ledger, LedgerClock clock, int capacity) {
        super(ledger);
        if (capacity < 1) {
            throw new IllegalArgumentException("a recorder remembers at least one command, not " + capacity);
        }
        this.clock = clock;
        this.capacity = capacity;
    }

    /** What it remembers now: the newest commands, oldest first. */
    public Recording recording() {
        synchronized (ring) {
            return new Recording(authority(), forgotten, List.copyOf(ring));
        }
    }

    private void add(List<? extends Command<?>> commands, List<? extends Optional<? extends Decision>> decisions) {
        synchronized (ring) {
            var now = clock.now();
            for (int i = 0; i < commands.size(); i++) {
                if (ring.size() == capacity) {
                    ring.removeFirst();
                    forgotten++;
                }
                ring.addLast(new Recorded(now, commands.get(i), decisions.get(i).map(each -> each)));
            }
        }
    }

    @Override
    public <R extends Decision> R submit(Command<R> command) {
        boolean answered = false;
        try {
            R decision = ledger.submit(command);
            answered = true;
            add(List.of(command), List.of(Optional.of(decision)));
            return decision;
        } finally {
            if (!answered) {
                add(List.of(command), List.of(Optional.empty()));
            }
        }
    }

    @Override
    public List<Decision> submitAll(List<? extends Command<?>> commands) {
        boolean answered = false;
        try {
            List<Decision> decisions = ledger.submitAll(commands);
            answered = true;
            add(commands, decisions.stream().map(Optional::of).toList());
            return decisions;
        } finally {
            if (!answered) {
                add(
                        commands,
                        commands.stream()
                                .map(each -> Optional.<Decision>empty())
                                .toList());
            }
        }
    }
}
