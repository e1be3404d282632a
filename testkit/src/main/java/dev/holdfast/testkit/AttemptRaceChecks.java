// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Decision;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.ledger.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Commands at once, each on a ledger of its own over one store: one of them comes first, whichever, and the other is told so. A
 * race is a state, the commands, and the pairs of answers that are lawful.
 */
final class AttemptRaceChecks {
    private static final String ALLOCATED = "create a; begin a; allocate a";
    private static final String READY = ALLOCATED + "; register a; admit a p kind=probe key=probe; done a p; ready a";
    private static final int TRIES = 8;

    /**
     * @param state the steps before
     * @param commands at once
     * @param lawful what may be answered, in the order of the commands
     */
    record Race(String name, String state, List<String> commands, Set<String> lawful) {
        static Race of(String name, String state, String first, String second, String... lawful) {
            return new Race(name, state, List.of(first, second), Set.of(lawful));
        }
    }

    static final List<Race> ALL = List.of(
            Race.of(
                    "P1 two begin",
                    "create a",
                    "begin a",
                    "begin a controller=d secret=2 key=other",
                    "Started AlreadyProvisioning",
                    "AlreadyProvisioning Started"),
            Race.of(
                    "P9 begin and abandon",
                    "create a",
                    "begin a",
                    "abandon a",
                    "Started AlreadyProvisioning",
                    "Resolved Abandoned"),
            Race.of(
                    "P10 two abandon",
                    "create a",
                    "abandon a",
                    "abandon a",
                    "Abandoned AlreadyAbandoned",
                    "AlreadyAbandoned Abandoned"),
            Race.of(
                    "L3 two take over",
                    ALLOCATED + "; handoff a",
                    "takeover a controller=d secret=2",
                    "takeover a controller=e secret=3",
                    "TakenOver Stale",
                    "Stale TakenOver"),
            Race.of("A8 two evolve", ALLOCATED, "evolve a to=s", "evolve a to=t", "Evolved Stale", "Stale Evolved"),
            Race.of(
                    "A12 two discover",
                    "create a; begin a",
                    "discover a ref=r",
                    "discover a ref=s",
                    "Recorded AllocationConflict",
                    "AllocationConflict Recorded"),
            Race.of("T7 two proofs", "create a; begin a", "lost a", "lost a", "Recorded Resolved", "Resolved Recorded"),
            Race.of(
                    "T9 outcome and failure",
                    ALLOCATED + "; terminated a",
                    "declare a 1",
                    "failed a",
                    "Accepted Resolved",
                    "OutcomeConflict Recorded"),
            Race.of(
                    "T10 two outcomes",
                    "create a",
                    "declare a 1",
                    "declare a 2",
                    "Accepted OutcomeConflict",
                    "OutcomeConflict Accepted"),
            Race.of(
                    "T12 outcome and take over",
                    ALLOCATED + "; handoff a",
                    "declare a 1",
                    "takeover a controller=d secret=2",
                    "Accepted TakenOver"),
            Race.of(
                    "R1 one registers twice",
                    ALLOCATED,
                    "register a",
                    "register a",
                    "Registered Duplicate",
                    "Duplicate Registered"),
            Race.of("R2 two register", ALLOCATED, "register a", "register a as=i2", "Registered Registered"),
            Race.of(
                    "R10 ready twice",
                    ALLOCATED + "; register a; admit a p kind=probe key=probe; done a p",
                    "ready a",
                    "ready a",
                    "Ready Duplicate",
                    "Duplicate Ready"),
            Race.of(
                    "R14 one admission twice",
                    READY,
                    "admit a run",
                    "admit a other",
                    "Admitted Duplicate",
                    "Duplicate Admitted"),
            Race.of(
                    "R15 two admissions",
                    READY,
                    "admit a run",
                    "admit a other key=other",
                    "Admitted OperationActive",
                    "OperationActive Admitted"),
            Race.of(
                    "R17 admission and registration",
                    READY,
                    "admit a run",
                    "register a as=i2",
                    "Admitted OperationActive",
                    "NotReady Registered"),
            Race.of(
                    "R18 admission and outcome",
                    READY,
                    "admit a run",
                    "declare a 1",
                    "Admitted Accepted",
                    "Resolved Accepted"),
            Race.of(
                    "R23 one completion twice",
                    READY + "; admit a run",
                    "done a run",
                    "done a run",
                    "Completed Duplicate",
                    "Duplicate Completed"),
            Race.of(
                    "X4 two cancel",
                    "create a",
                    "cancel a",
                    "cancel a key=other",
                    "Accepted Replayed",
                    "Replayed Accepted"),
            Race.of(
                    "Q1 one request twice",
                    "create a",
                    "create b after=a key=same",
                    "create c after=a key=same",
                    "Created Replayed",
                    "Replayed Created"),
            Race.of(
                    "two successors",
                    ALLOCATED,
                    "create b after=a",
                    "create c after=a",
                    "Created PredecessorMismatch",
                    "PredecessorMismatch Created"),
            Race.of(
                    "a successor and an allocation",
                    "create a; begin a",
                    "create b after=a",
                    "allocate a",
                    "Created Recorded"),
            Race.of(
                    "a successor and the outcome",
                    "create a",
                    "create b after=a",
                    "declare a 1",
                    "Created Accepted",
                    "Created OutcomeFenced"));

    private final Race race;

    AttemptRaceChecks(Race race) {
        this.race = race;
    }

    interface Opening {
        List<? extends Ledger> open();
    }

    void run(Opening opening) {
        for (int i = 0; i < TRIES; i++) {
            List<? extends Ledger> ledgers = opening.open();
            try {
                once(ledgers);
            } finally {
                ledgers.forEach(Ledger::close);
            }
        }
    }

    private void once(List<? extends Ledger> ledgers) {
        AttemptCommands commands = new AttemptCommands();
        AttemptWitness witness = new AttemptWitness();
        for (String step : race.state().split(";")) {
            AttemptCommand<?> command = parse(commands, step.strip());
            commands.learn(command, ledgers.getFirst().submit(command));
            witness.look(ledgers.getFirst(), command);
        }
        List<AttemptCommand<?>> both = new ArrayList<>();
        race.commands().forEach(line -> both.add(parse(commands, line)));
        List<Decision> decisions = Crowd.run(
                both.size(),
                number -> () -> ledgers.get(number % ledgers.size()).submit(both.get(number)));
        Set<String> names = new TreeSet<>();
        names.add(String.join(
                " ",
                decisions.stream().map(each -> each.getClass().getSimpleName()).toList()));
        assertThat(race.lawful()).as(race.name()).containsAll(names);
        AttemptWitness afterwards = new AttemptWitness();
        afterwards.look(ledgers.getLast(), parse(commands, "expire a"));
    }

    private static AttemptCommand<?> parse(AttemptCommands commands, String line) {
        Words words = new Words(line);
        AttemptCommand<?> command = commands.parse(words.next("verb"), words);
        words.checkAllRead();
        return command;
    }
}
