// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.memory.MemoryLedger;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Commands about attempts for random histories. What could come next is seen in a ledger of its own, which is given the same
 * commands: it decides only what is tried, so that it matters little where it thinks otherwise.
 */
public final class RandomAttempts {
    /** Their names stand in another order by code points than by UTF-16 units. */
    public static final List<ExecutionOwnerId> OWNERS =
            List.of(new ExecutionOwnerId("o"), new ExecutionOwnerId("\uFFE0"), new ExecutionOwnerId("\uD83D\uDE00"));

    private static final int EVERY = 5;

    private final Random random;
    private final ManualClock clock = new ManualClock();
    private final Ledger guide = MemoryLedger.create(clock);
    private final AttemptCommands commands = new AttemptCommands();
    private final AttemptLines lines;

    public RandomAttempts(Random random) {
        this.random = random;
        this.lines = new AttemptLines(random);
    }

    /** Gives so many commands to a ledger; returns {@link #all}. */
    public static List<Attempt> play(Ledger ledger, ManualClock clock, long seed, int commands) {
        RandomAttempts history = new RandomAttempts(new Random(seed));
        for (int i = 0; i < commands; i++) {
            AttemptCommand<?> command = history.next();
            history.learn(command, ledger.submit(command));
            Duration pause = Duration.ofMillis(1L << history.random.nextInt(11));
            clock.advance(pause);
            history.pass(pause);
        }
        return all(ledger);
    }

    /** All attempts of {@link #OWNERS}. */
    public static List<Attempt> all(Ledger ledger) {
        return OWNERS.stream()
                .flatMap(owner -> ledger.ask(new ListAttempts(owner)).stream())
                .toList();
    }

    /** Whether the next command is to be one about attempts. */
    public boolean isTurn() {
        return random.nextInt(EVERY) == 0;
    }

    public AttemptCommand<?> next() {
        int place = random.nextInt(OWNERS.size());
        ExecutionOwnerId owner = OWNERS.get(place);
        List<Attempt> series = guide.ask(new ListAttempts(owner));
        String line = lines.next(series);
        if (line.startsWith("create a")) {
            line = line.replaceFirst("create a", "create " + prefix(place));
        }
        Words words = new Words(line + " owner=" + owner);
        AttemptCommand<?> command = commands.parse(words.next("verb"), words);
        words.checkAllRead();
        return command;
    }

    private static String prefix(int place) {
        return List.of("a", "\uFFE1", "\uD83D\uDE01").get(place);
    }

    public void pass(Duration time) {
        clock.set(clock.now().plus(time));
    }

    /** @param decision of the ledger that the history is played on */
    public void learn(Command<?> command, Decision decision) {
        if (command instanceof AttemptCommand<?> ours) {
            guide.submit(ours);
            commands.learn(ours, decision);
        }
    }
}
