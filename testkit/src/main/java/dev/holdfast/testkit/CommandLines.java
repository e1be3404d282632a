// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Payload;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.HandBack;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Withdraw;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Writes commands as the lines that {@link ScenarioCommands} reads. A line that does not read as the very same command is
 * not written, so that what the language cannot say is never said wrongly.
 *
 * @param secretNames whose secrets are used, because the language names secrets
 */
record CommandLines(Collection<String> secretNames) {
    CommandLines {
        secretNames = List.copyOf(secretNames);
    }

    /** The line; empty when the language cannot say this. */
    Optional<String> of(Command<?> command) {
        return line(command).filter(line -> reads(line).equals(List.of(command)));
    }

    private static List<Command<?>> reads(String line) {
        Words words = new Words(line);
        try {
            List<Command<?>> commands = new ScenarioCommands().parse(words.next("verb"), words);
            words.checkAllRead();
            return commands;
        } catch (ScenarioError | IllegalArgumentException e) {
            return List.of();
        }
    }

    private Optional<String> line(Command<?> command) {
        return switch (command) {
            case DefinePool define ->
                Optional.of(PartLines.policy(
                        new LineWords("pool", define.pool())
                                .part(
                                        "replaces",
                                        define.replaces().map(Object::toString).orElse(""))
                                .part("actor", define.actor(), DefinePool.PROGRAM)
                                .part("reason", define.reason()),
                        define.policy()));
            case DefineDomain define -> DomainLines.line(define);
            case PausePool pause ->
                Optional.of(new LineWords(pause.paused() ? "pause" : "resume", pause.pool())
                        .part("actor", pause.actor())
                        .part("reason", pause.reason())
                        .line());
            case RecordEvents record ->
                Optional.of(new LineWords(record.recorded() ? "record" : "unrecord", record.pool())
                        .part("actor", record.actor())
                        .part("reason", record.reason())
                        .line());
            case Sweep sweep -> Optional.of(new LineWords("sweep", sweep.pool(), sweep.now() ? "now" : "").line());
            case RegisterWorker register -> Optional.of(PartLines.offer(register.offer()));
            case DrainWorker drain ->
                Optional.of(new LineWords(drain.draining() ? "drain" : "accept", drain.worker())
                        .part("actor", drain.actor())
                        .part("reason", drain.reason())
                        .line());
            case RetireWorker retire ->
                Optional.of(new LineWords("retire", retire.worker())
                        .part("proof", retire.proof())
                        .line());
            case Submit submit -> Optional.of(PartLines.submission(submit));
            case SubmitTogether together -> PartLines.together(together);
            case SubmitClaimed here -> secret(here.secret()).map(secret -> PartLines.here(here, secret));
            case ClaimWork claim -> secret(claim.secret()).map(secret -> claim(claim, secret));
            case Heartbeat heartbeat -> Optional.of(heartbeat(heartbeat));
            case Begin begin ->
                secret(begin.secret())
                        .map(secret -> held("begin", begin.work(), begin.fence())
                                .part("secret", secret)
                                .line());
            case Settle settle -> secret(settle.secret()).map(secret -> settle(settle, secret));
            case Cancel cancel ->
                Optional.of(new LineWords("cancel", cancel.work())
                        .part("actor", cancel.actor())
                        .part("reason", cancel.reason())
                        .line());
            case Resolve resolve ->
                Optional.of(resolution(held("resolve", resolve.work(), resolve.fence()), resolve.resolution())
                        .part("reference", resolve.reference())
                        .part("actor", resolve.actor())
                        .line());
            case Redrive redrive ->
                Optional.of(new LineWords("redrive", redrive.work(), redrive.force() ? "force" : "")
                        .part("life", redrive.expectedLife())
                        .part("actor", redrive.actor())
                        .part("reason", redrive.reason())
                        .line());
            case Redact redact ->
                Optional.of(new LineWords("redact", redact.work())
                        .part("actor", redact.actor())
                        .part("reason", redact.reason())
                        .line());
            case Promote promote -> Optional.of(promote(promote));
            case Withdraw withdraw ->
                Optional.of(new LineWords("withdraw", withdraw.work())
                        .part("actor", withdraw.actor())
                        .part("reason", withdraw.reason())
                        .line());
            case HandBack handBack ->
                Optional.of(held("handback", handBack.work(), handBack.fence()).line());
            default -> ScheduleLines.line(command);
        };
    }

    private static String promote(Promote promote) {
        LineWords words = new LineWords("promote", promote.work());
        promote.operator()
                .ifPresent(operator -> words.part("actor", operator.actor()).part("reason", operator.reason()));
        return words.line();
    }

    private static String claim(ClaimWork claim, String secret) {
        return new LineWords("claim", claim.pool(), claim.worker())
                .part("req", PartLines.request(claim.request()))
                .part("secret", secret)
                .part("max", claim.max())
                .line();
    }

    private static String heartbeat(Heartbeat heartbeat) {
        LineWords words = new LineWords("heartbeat", heartbeat.worker(), heartbeat.healthy() ? "" : "unhealthy");
        switch (heartbeat.holdings()) {
            case Holdings.Listed listed ->
                words.list(
                        "holds",
                        listed.claims().stream()
                                .map(claim -> claim.work() + "@" + claim.fence())
                                .toList());
            case Holdings.Digested digested -> words.part("digest", digested.count() == 0 ? "none" : "unknown");
        }
        return words.list(
                        "inflight",
                        heartbeat.inFlight().stream().map(PartLines::request).toList())
                .line();
    }

    private static String settle(Settle settle, String secret) {
        boolean ends = !(settle.answer() instanceof Answer.Released);
        LineWords words = held(ends ? "settle" : "release", settle.work(), settle.fence());
        switch (settle.answer()) {
            case Answer.Succeeded succeeded -> result(words.word("succeeded"), succeeded.result());
            case Answer.Failed failed -> words.word("failed").word(failed.code());
            case Answer.Cancelled cancelled -> words.word("cancelled").word(cancelled.code());
            case Answer.Poisoned poisoned -> words.word("poisoned").word(poisoned.code());
            case Answer.Released released -> {
                words.part("reason", released.reason());
                released.delay().ifPresent(delay -> words.part("delay", Durations.print(delay)));
            }
        }
        if (!(settle.answer() instanceof Answer.Succeeded)) {
            words.part("evidence", settle.answer().evidence());
        }
        return words.part("secret", secret).line();
    }

    private static LineWords resolution(LineWords words, Resolution resolution) {
        return switch (resolution) {
            case Resolution.NotApplied none -> words.word("not-applied");
            case Resolution.Succeeded succeeded -> result(words.word("succeeded"), succeeded.result());
            case Resolution.Failed failed -> words.word("failed").word(failed.code());
            case Resolution.Cancelled cancelled -> words.word("cancelled").word(cancelled.code());
        };
    }

    private static LineWords result(LineWords words, Payload result) {
        return result.equals(Payload.EMPTY) ? words : words.part("result", result.asText());
    }

    private static LineWords held(String verb, WorkId work, Fence fence) {
        return new LineWords(verb, work, fence);
    }

    private Optional<String> secret(ClaimSecret secret) {
        return secretNames.stream()
                .filter(name -> ScenarioCommands.secret(name).equals(secret))
                .findFirst();
    }
}
