// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Decision;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.attempt.AttemptDecision;
import dev.holdfast.core.attempt.ControlDecision;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.attempt.OutcomeDecision;
import dev.holdfast.core.attempt.Refusal;
import dev.holdfast.core.ledger.Ledger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Random commands about the attempts of one owner. After each all invariants are checked, and that sending it again changes
 * nothing.
 */
final class AttemptWalk {
    private static final ExecutionOwnerId OWNER = new ExecutionOwnerId("o");
    private static final int ENOUGH = 10_000;

    /** What needs many more incarnations, operations or attempts than a walk has. */
    private static final Set<String> RARE = Set.of("TooManyIncarnations", "TooManyOperations", "RetriesExhausted");

    private final Random random;
    private final int length;
    private final Set<String> reached = new TreeSet<>();
    private final AttemptCommands commands = new AttemptCommands();
    private final AttemptLines lines;
    private final AttemptWitness witness = new AttemptWitness();

    AttemptWalk(long seed, int length) {
        this.random = new Random(seed);
        this.lines = new AttemptLines(random);
        this.length = length;
    }

    /** Names of the decisions that were given. */
    Set<String> run(List<? extends Ledger> ledgers, ManualClock clock) {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            if (random.nextInt(6) == 0) {
                clock.advance(Duration.ofMillis(100L << random.nextInt(10)));
            }
            Ledger ledger = ledgers.get(random.nextInt(ledgers.size()));
            List<Attempt> series = ledger.ask(new ListAttempts(OWNER));
            String line = lines.next(series);
            said.add(line);
            try {
                step(line, ledger);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(e.getMessage() + "\nafter\n" + String.join("\n", said), e);
            }
        }
        return reached;
    }

    private void step(String line, Ledger ledger) {
        Words words = new Words(line);
        AttemptCommand<?> command = commands.parse(words.next("verb"), words);
        words.checkAllRead();
        Decision decision = ledger.submit(command);
        reached.add(decision.getClass().getSimpleName());
        commands.learn(command, decision);
        witness.look(ledger, command);
        List<Attempt> before = witness.attempts();
        ledger.submit(command);
        witness.look(ledger, command);
        if (!witness.attempts().equals(before)) {
            throw new AssertionError("sent twice, changed twice");
        }
    }

    /** Names of the decisions that walks of so many steps together must have reached: all but what needs hundreds of tries. */
    static Set<String> expected(int steps) {
        Set<String> names = new TreeSet<>();
        if (steps >= ENOUGH) {
            addLeaves(AttemptCommand.class, names);
            names.removeAll(RARE);
        }
        return names;
    }

    /** The decisions are nested in the commands and in what is shared by them. */
    private static void addLeaves(Class<?> command, Set<String> names) {
        Class<?>[] below = command.getPermittedSubclasses();
        if (below != null) {
            for (Class<?> each : below) {
                addLeaves(each, names);
            }
            return;
        }
        addDecisions(command, names);
        addDecisions(Refusal.class, names);
        addDecisions(OutcomeDecision.class, names);
        addDecisions(ControlDecision.class, names);
    }

    private static void addDecisions(Class<?> home, Set<String> names) {
        for (Class<?> each : home.getDeclaredClasses()) {
            if (each.isRecord() && AttemptDecision.class.isAssignableFrom(each)) {
                names.add(each.getSimpleName());
            }
        }
    }
}
