// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.Explained;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.History;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ListDomains;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListSchedules;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.ShowDomain;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.ShowSchedule;
import dev.holdfast.core.work.Status;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitClaimedDecision;
import dev.holdfast.core.work.Unit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plays a scenario against a ledger and collects the answers. After each line the invariants are checked, so that a
 * scenario proves more than it prints.
 *
 * <p>With {@code twice}, every command is sent a second time: that must change nothing, so that the answers printed,
 * those to the first sending, are the same as ever.
 */
final class ScenarioRun {
    private final Ledger ledger;
    private final ManualClock clock;
    private final boolean twice;
    private final ScenarioCommands commands = new ScenarioCommands();

    ScenarioRun(Ledger ledger, ManualClock clock, boolean twice) {
        this.ledger = ledger;
        this.clock = clock;
        this.twice = twice;
    }

    List<List<String>> play(Scenario scenario) {
        List<List<String>> answers = new ArrayList<>();
        for (Scenario.Step step : scenario.steps()) {
            try {
                answers.add(answer(step.command()));
                Invariants.check(ledger);
            } catch (ScenarioError e) {
                throw e.at(scenario.name(), step.line());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(scenario.name() + ":" + step.line() + ": " + e.getMessage(), e);
            }
        }
        return answers;
    }

    private List<String> answer(String line) {
        Words words = new Words(line);
        String verb = words.next("verb");
        try {
            List<String> lines = answer(verb, words);
            words.checkAllRead();
            return lines;
        } catch (IllegalArgumentException e) {
            return List.of("Illegal: " + e.getMessage());
        }
    }

    private List<String> decide(List<Command<?>> all) {
        List<String> lines = new ArrayList<>();
        for (Command<?> command : all) {
            Decision decision = ledger.submit(command);
            if (twice) {
                again(command, decision);
            }
            if (command instanceof ClaimWork claim && decision instanceof ClaimDecision.Granted granted) {
                commands.learn(claim, granted.grants());
            }
            if (command instanceof SubmitClaimed here && decision instanceof SubmitClaimedDecision.Granted granted) {
                commands.learn(here.claim(), List.of(granted.grant()));
            }
            lines.addAll(Printer.lines(decision));
        }
        return lines;
    }

    private void again(Command<?> command, Decision first) {
        List<Unit> before = Invariants.units(ledger);
        Decision second = ledger.submit(command);
        if (!Invariants.units(ledger).equals(before)) {
            throw new AssertionError(
                    "sent twice, changed twice: " + command + " answered " + first + ", then " + second);
        }
        if (first instanceof ClaimDecision.Granted granted
                && !(second instanceof ClaimDecision.Granted same
                        && same.grants().equals(granted.grants()))) {
            throw new AssertionError("a repeated claim was answered " + first + ", then " + second);
        }
    }

    private List<String> answer(String verb, Words words) {
        return switch (verb) {
            case "advance" -> {
                clock.advance(Durations.parse(words.next("duration")));
                yield List.of();
            }
            case "back" -> {
                clock.advance(Durations.parse(words.next("duration")).negated());
                yield List.of();
            }
            case "show" -> Printer.lines(ledger.ask(new Inspect(new WorkId(words.next("work")))));
            case "explain" ->
                Printer.lines(
                        ledger.ask(new Explain(new WorkId(words.next("work")))).map(Explained::reason));
            case "would-run" ->
                Printer.lines(
                        ledger.ask(new Explain(new WorkId(words.next("work")))).map(Explained::wouldRun));
            case "snapshot" -> Printer.lines(ledger.ask(new ShowPool(new PoolId(words.next("pool")))));
            case "workers" -> Printer.lines(ledger.ask(new ListWorkers(new PoolId(words.next("pool")))));
            case "pools" -> Printer.lines(ledger.ask(new ListPools()));
            case "domains" -> Printer.lines(ledger.ask(new ListDomains()));
            case "show-domain" -> Printer.lines(ledger.ask(new ShowDomain(words.next("domain"))));
            case "schedules" -> Printer.lines(ledger.ask(new ListSchedules()));
            case "show-schedule" -> Printer.lines(ledger.ask(new ShowSchedule(ScheduleLines.schedule(words))));
            case "due-schedules" -> Printer.lines(ledger.ask(new DueSchedules(Optional.empty())));
            case "find" -> find(words);
            case "audit" -> audit(words);
            case "events" -> Printer.lines(Feed.all(ledger));
            case "history" -> Printer.lines(ledger.ask(new History(new WorkId(words.next("work")))));
            default -> {
                List<Command<?>> all = commands.parse(verb, words);
                words.checkAllRead();
                yield decide(all);
            }
        };
    }

    private List<String> find(Words words) {
        String pool = words.next("pool or any");
        Set<Status> statuses = words.rest().stream()
                .map(name -> Words.constant(Status.class, name))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Status.class)));
        FindWork.Found found = ledger.ask(new FindWork(
                pool.equals("any") ? Optional.empty() : Optional.of(new PoolId(pool)),
                statuses.isEmpty() ? EnumSet.allOf(Status.class) : statuses,
                words.take("worker").map(WorkerId::new),
                words.take("after").map(this::sequence).orElse(0L),
                words.takeInt("limit", FindWork.MAX)));
        List<String> lines = new ArrayList<>();
        found.units().forEach(unit -> lines.add(unit.id() + " " + unit.status()));
        if (found.next().isPresent()) {
            lines.add("and more");
        }
        return lines.isEmpty() ? List.of("none") : lines;
    }

    /** {@code audit}, or {@code audit WORK/k1} and the like: numbers are the store's business. */
    private List<String> audit(Words words) {
        Optional<AuditEntry.Subject> subject = words.rest().stream()
                .map(each -> new AuditEntry.Subject(
                        Words.constant(AuditEntry.Subject.Sort.class, each.substring(0, each.indexOf('/'))),
                        each.substring(each.indexOf('/') + 1)))
                .findFirst();
        Audit query = new Audit(
                words.take("actor"),
                words.take("act").map(act -> Words.constant(AuditEntry.Act.class, act)),
                subject,
                Long.MAX_VALUE,
                words.takeInt("limit", Audit.MAX));
        Audit.Found found = ledger.ask(query);
        List<String> lines = new ArrayList<>(Printer.lines(found.entries()));
        if (found.next().isPresent()) {
            lines.add("and more");
        }
        return lines;
    }

    private long sequence(String work) {
        return ledger.ask(new Inspect(new WorkId(work)))
                .map(Unit::sequence)
                .orElseThrow(() -> new ScenarioError("no such unit: " + work));
    }
}
