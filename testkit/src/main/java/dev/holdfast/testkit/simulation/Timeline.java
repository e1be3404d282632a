// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitDecision;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The newest steps of a history, for a person who has to find out what went wrong. */
final class Timeline {
    private static final int KEPT = 60;

    private record Line(long micros, String who, Supplier<String> what) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%9.3f s  %-12s %s", micros / 1e6, who, what.get());
        }
    }

    private final Deque<Line> lines = new ArrayDeque<>();
    private final Optional<Consumer<String>> listener;

    Timeline(Optional<Consumer<String>> listener) {
        this.listener = listener;
    }

    /** @param what says the same whenever it is asked; mostly nobody asks, and words cost more than the step they tell of */
    void note(long micros, String who, Supplier<String> what) {
        Line line = new Line(micros, who, what);
        lines.add(line);
        if (lines.size() > KEPT) {
            lines.remove();
        }
        listener.ifPresent(each -> each.accept(line.toString()));
    }

    @Override
    public String toString() {
        return lines.stream().map(Line::toString).collect(Collectors.joining("\n"));
    }

    static String text(Command<?> command) {
        return switch (command) {
            case Submit submit ->
                "submit %s to %s%s"
                        .formatted(
                                submit.submission().key(),
                                submit.pool(),
                                submit.hold().map(hold -> ", " + hold).orElse(""));
            case ClaimWork claim ->
                "claim %d of %s for %s, request %s"
                        .formatted(
                                claim.max(),
                                claim.pool(),
                                claim.worker(),
                                shorten(claim.request().toString()));
            case Begin begin -> "begin %s".formatted(claim(begin.work().value(), begin.fence()));
            case Settle settle ->
                "settle %s %s".formatted(claim(settle.work().value(), settle.fence()), settle.answer());
            case Resolve resolve ->
                "resolve %s %s, %s"
                        .formatted(
                                claim(resolve.work().value(), resolve.fence()),
                                resolve.resolution(),
                                resolve.reference());
            case Cancel cancel ->
                "cancel %s by %s".formatted(shorten(cancel.work().value()), cancel.actor());
            case Redrive redrive ->
                "redrive %s from life %d by %s%s"
                        .formatted(
                                shorten(redrive.work().value()),
                                redrive.expectedLife(),
                                redrive.actor(),
                                redrive.force() ? ", forced" : "");
            case Heartbeat beat ->
                "heartbeat of %s%s, in flight %s, %s"
                        .formatted(
                                beat.worker(),
                                beat.healthy() ? "" : " (unhealthy)",
                                beat.inFlight().stream()
                                        .map(each -> shorten(each.toString()))
                                        .sorted()
                                        .toList(),
                                beat.holdings());
            case RegisterWorker register -> "register %s".formatted(register.offer());
            default -> command.toString();
        };
    }

    static String text(Decision decision) {
        return switch (decision) {
            case ClaimDecision.Granted granted ->
                "Granted %s, spent %s%s"
                        .formatted(claims(granted.grants()), granted.spent(), granted.more() ? ", more" : "");
            case SubmitDecision.Repeated repeated ->
                "Repeated, " + repeated.unit().status();
            default -> decision.toString();
        };
    }

    private static List<String> claims(List<Grant> grants) {
        return grants.stream()
                .map(each -> claim(each.work().value(), each.fence()))
                .toList();
    }

    private static String claim(String work, Object fence) {
        return shorten(work) + "@" + fence;
    }

    private static String shorten(String name) {
        return name.length() <= 8 ? name : name.substring(0, 8);
    }
}
