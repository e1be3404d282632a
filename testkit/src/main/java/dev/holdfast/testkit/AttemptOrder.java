// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Decision;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.ledger.Ledger;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The order of refusals, which is part of the contract: for each two neighbours of a command's guards a state in which both hold.
 * There the earlier one answers; and in the state that differs only in what the earlier one is about, the later one does.
 *
 * <p>A row is: earlier, later, the steps after which the later one holds, the steps that add what the earlier one is about (at
 * the place of the star, or at the end), the command. Where the two differ in the command, what it has more for the earlier one
 * stands behind a plus, and what it has more for the later one behind a second plus. Neighbours that exclude one another have no
 * row.
 */
final class AttemptOrder {
    private static final Map<String, String> STATES = Map.of(
            "@begun", "create a; begin a",
            "@allocated", "create a; begin a; allocate a",
            "@closed", "declare a 1; complete a",
            "@registered", "create a; begin a; allocate a; register a",
            "@probed", "@registered; admit a p kind=probe key=probe; done a p",
            "@ready", "@probed; ready a",
            "@running", "@ready; admit a run",
            "@next", "create b after=a",
            "@wanting",
                    "create a roots=main; begin a; allocate a; register a; admit a p kind=probe key=probe; done a p;"
                            + " ready a");

    private static final String AUTH = """
        Resolved | Stale | @allocated | @closed | VERB a claim=9
        """;

    private static final String OWNED = """
        Stale | NotFound | @begun | | VERB a owner=z + claim=9
        """;

    private static final String REACH = """
        NotFound | Resolved | @allocated; declare a 1 | | VERB + owner=z
        Resolved | Fenced | @allocated; *; @next | declare a 1 | VERB
        Fenced | NotAllocated | @begun | @next | VERB
        Fenced | NotAllocated | @allocated; terminated a | @next | VERB
        """;

    private static final String ROWS = """
        Replayed | DuplicateAttempt | create a | | create a after=a + key=create-a + key=new
        RequestConflict | DuplicateAttempt | create a | | create a after=a + key=create-a workload=other + key=new
        DuplicateAttempt | PredecessorMismatch | create a; @next | | create key=new after=a + a + x
        PredecessorMismatch | RetriesExhausted | create a retries=0 | | create b + + after=a

        NotFound | Fenced | create a; @next | | begin a + owner=z
        Fenced | Resolved | create a; declare a 1 | @next | begin a
        Resolved | AlreadyAllocated | @allocated | declare a 1 | begin a
        Resolved | AlreadyYours | @begun | declare a 1 | begin a
        AlreadyAllocated | Fenced | create a; *; cancel a | begin a; allocate a | begin a
        AlreadyYours | Fenced | create a; *; cancel a | begin a | begin a
        Fenced | AlreadyProvisioning | @begun | cancel a | begin a controller=d secret=2

        Resolved | AlreadyYours | @allocated | @closed | takeover a
        Resolved | Stale | @allocated | @closed | takeover a secret=2
        AlreadyHandedOff | Resolved | @allocated; complete a; *; declare a 1 | handoff a | handoff a
        AlreadyHandedOff | Stale | @allocated; handoff a | | handoff a + + claim=9
        Stale | AlreadyCompleted | @allocated; @closed | | complete a + claim=9
        Stale | EvidenceRecorded | @allocated; complete a | | complete a + claim=9

        ForeignProvider | Resolved | @allocated; @closed | | allocate a + provider=other
        ForeignProvider | Stale | @begun | | allocate a claim=9 + provider=other
        Resolved | Duplicate | @allocated | @closed | allocate a
        Stale | Duplicate | @allocated | | allocate a + claim=9
        Stale | AllocationConflict | @allocated | | allocate a ref=s + claim=9
        ForeignProvider | Stale | @allocated | | evolve a claim=9 + provider=other
        NotFound | NotAllocated | @begun | | evolve a to=s + owner=z
        AlreadyEvolved | Stale | @allocated | | evolve a from=x + to=r + to=s
        Stale | NotAllocated | @begun | | terminated a + claim=9

        NotFound | AlreadyAllocated | @allocated | | absent a + owner=z
        NotFound | NotProcessBound | create a; begin a managed | | lost a + owner=z
        NotProcessBound | IncarnationMismatch | create a; *begin a | managed | lost a provisioner=other
        IncarnationMismatch | AlreadyAllocated | @allocated | | lost a + provisioner=other
        NotProcessBound | AlreadyAllocated | create a; *begin a; allocate a | managed | lost a
        NotFound | Resolved | @allocated; declare a 1 | | failed a + owner=z
        Resolved | NotAllocated | @begun | declare a 1 | failed a
        Resolved | NotTerminated | @allocated | declare a 1 | failed a

        NotAllocated | Duplicate | @registered | terminated a | register a
        IncarnationFenced | OperationActive | @registered; register a as=i2; admit a p kind=probe key=q generation=2; done a p generation=2; ready a generation=2; admit a run generation=2 | | register a + as=i1 + as=i3
        NotAllocated | StaleGeneration | @registered | terminated a | beat a generation=9
        NotAllocated | StaleGeneration | @registered | terminated a | ready a generation=9
        StaleGeneration | Duplicate | @ready | | ready a + generation=9
        Duplicate | OperationActive | @probed; *; admit a q kind=probe key=q | ready a | ready a
        OperationActive | ProbeNotCompleted | @registered | admit a p kind=probe key=probe | ready a

        NotAllocated | Duplicate | @running | terminated a | admit a run
        Duplicate | OperationActive | @running | | admit a x + + key=another
        AdmissionConflict | OperationActive | @running | | admit a x + kind=invoke + key=another
        OperationActive | GateClosed | @ready; *; cancel a | admit a run | admit a x key=another
        GateClosed | NotReady | @registered | cancel a | admit a run
        NotReady | StaleGeneration | @probed; ready a | !@probed | admit a run generation=9
        StaleGeneration | PreparationNotRequired | @ready | | admit a x kind=prepare + generation=9
        StaleGeneration | PreparationAlreadyCompleted | @wanting; admit a x kind=prepare; prepared a x roots=main | | admit a y key=y kind=prepare + generation=9
        StaleGeneration | PreparationRequired | @wanting | | admit a run + generation=9

        Resolved | Duplicate | @probed | declare a 1 | done a p
        Duplicate | NotActive | @ready | | done a + p + x
        Duplicate | OperationMismatch | @running | | done a + p + x
        OperationMismatch | StaleGeneration | @running | | done a generation=9 + x + run
        StaleGeneration | ResultRequired | @ready; admit a run kind=invoke | | done a run + generation=9

        Duplicate | Resolved | @wanting; admit a x kind=prepare; *; declare a 1 | prepared a x roots=main | prepared a x roots=main
        ReportConflict | Resolved | @wanting; admit a x kind=prepare; *; declare a 1 | prepared a x roots=main | prepared a x roots=other
        NotAllocated | StaleGeneration | @registered | terminated a | prepared a x generation=9
        StaleGeneration | NotActive | @ready | | prepared a x + generation=9
        StaleGeneration | OperationMismatch | @running | | prepared a x + generation=9
        OperationMismatch | BindingMismatch | @wanting; admit a x kind=prepare | | prepared a roots=other + y + x

        OutcomeFenced | Duplicate | create a; declare a 1 | @next | commit a 1
        OutcomeFenced | OutcomeConflict | create a; declare a 1 | @next | commit a 2
        Duplicate | RuntimeFenceMismatch | create a | declare a 1 | commit a 1
        OutcomeConflict | RuntimeFenceMismatch | create a | declare a 1 | commit a 2
        OutcomeConflict | RuntimeFenceMismatch | create a | abandon a | commit a 2

        Fenced | AlreadyAllocated | @allocated | @next | abandon a
        Fenced | AlreadyProvisioning | @begun | @next | abandon a
        Fenced | AlreadyAbandoned | create a; abandon a | @next | abandon a
        Fenced | AlreadySettled | create a; declare a 1 | @next | abandon a
        NotFound | Replayed | create a; cancel a | | cancel a + owner=z
        NotFound | Resolved | create a; declare a 1 | | conclude a + owner=z
        Resolved | NotCancelled | create a | declare a 1 | conclude a
        NotCancelled | OperationActive | @running; cancel a | !@running | conclude a
        NotFound | Duplicate | @registered; cancel a; receipt a | | receipt a + owner=z
        ControlConflict | CancelMismatch | @registered; cancel a | receipt a | receipt a key=wrong
        ControlConflict | StaleGeneration | @registered; cancel a; *; register a as=i2 | receipt a | receipt a at=2026-01-01T00:00:01Z
        CancelMismatch | StaleGeneration | @registered; cancel a | | receipt a generation=9 + key=wrong
        NotFound | Duplicate | @registered; cancel a; report a | | report a + owner=z
        ControlConflict | CancelMismatch | @registered; cancel a | report a | report a key=wrong
        CancelMismatch | StaleGeneration | @registered; cancel a | | report a generation=9 + key=wrong
        StaleGeneration | OperationMismatch | @registered; cancel a | | report a doing=x + generation=9
        NotFound | Resolved | create a; declare a 1 | | expire a + owner=z
        Resolved | NotDue | create a | declare a 1 | expire a
        """;

    /** One row of the table. */
    record Row(String earlier, String later, String state, String more, String command) {
        static Row parse(String line) {
            List<String> columns =
                    Stream.of(line.split("\\|", -1)).map(String::strip).toList();
            return new Row(columns.get(0), columns.get(1), columns.get(2), columns.get(3), columns.get(4));
        }

        private String command(int variant) {
            List<String> words =
                    Stream.of(command.split("\\+", -1)).map(String::strip).toList();
            String more = variant < words.size() ? words.get(variant) : "";
            List<String> base = List.of(words.getFirst().split(" ", 2));
            // An attempt or operation that differs stands at its place, before what has a name.
            return more.contains("=") || more.isEmpty()
                    ? words.getFirst() + " " + more
                    : base.getFirst() + " " + withPosition(base.size() > 1 ? base.get(1) : "", more);
        }

        private static String withPosition(String rest, String more) {
            return (rest + " ").replaceFirst("(?<=^|\\s)(?=\\S+=|$)", more + " ");
        }

        private String both() {
            if (more.startsWith("!")) {
                return more.substring(1);
            }
            if (state.contains("*begin a")) {
                return state.replace("*begin a", "begin a " + more);
            }
            return state.contains("*") ? state.replace("*", more) : state + "; " + more;
        }

        @Override
        public String toString() {
            return command + ": " + earlier + " before " + later + " after " + state;
        }
    }

    static Stream<Row> rows() {
        Stream<String> auth = Stream.of(
                        "renew", "handoff", "uncertain", "allocate", "evolve", "absent", "lost", "terminated", "failed")
                .map(verb -> AUTH.replace("VERB", verb));
        Stream<String> owned = Stream.of("evolve", "absent", "lost", "failed").map(verb -> OWNED.replace("VERB", verb));
        Stream<String> reach = Stream.of("register a", "beat a", "ready a", "admit a run", "prepared a x")
                .map(command -> REACH.replace("VERB", command));
        return Stream.of(auth, owned, reach, Stream.of(ROWS))
                .flatMap(each -> each)
                .flatMap(String::lines)
                .filter(line -> !line.isBlank())
                .map(Row::parse);
    }

    private final Ledger ledger;
    private final AttemptCommands commands = new AttemptCommands();

    AttemptOrder(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Plays the steps of the earlier or the later guard and looks who answers. */
    void check(Row row, boolean earlier) {
        String steps = expanded(earlier ? row.both() : row.state().replace("*", ""));
        for (String step : steps.split(";")) {
            if (!step.isBlank()) {
                submit(step.strip());
            }
        }
        Decision decision = submit(row.command(earlier ? 1 : 2));
        assertThat(decision.getClass().getSimpleName())
                .as("%s, %s", row, earlier ? "both" : "the later alone")
                .isEqualTo(earlier ? row.earlier() : row.later());
    }

    private static String expanded(String steps) {
        String text = steps;
        while (text.contains("@")) {
            for (Map.Entry<String, String> state : STATES.entrySet()) {
                text = text.replaceAll(state.getKey() + "\\b", state.getValue());
            }
        }
        return text;
    }

    private Decision submit(String line) {
        Words words = new Words(line);
        AttemptCommand<?> command = commands.parse(words.next("verb"), words);
        words.checkAllRead();
        Decision decision = ledger.submit(command);
        commands.learn(command, decision);
        return decision;
    }
}
