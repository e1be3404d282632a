// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Digest;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.HandBack;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.Hold;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PolicySources;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Withdraw;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads commands. Remembers who claimed with which secret, so that a holder shows its own unless the line says other.
 */
final class ScenarioCommands {
    private record Held(WorkId work, Fence fence) {}

    /** The slot of requests that the file does not number. */
    private static final int UNNUMBERED_SLOT = 1;

    private final Map<Held, ClaimSecret> secrets = new HashMap<>();
    private int unnumbered;

    /** The commands of a line: one, or for submit as many as it has keys. */
    List<Command<?>> parse(String verb, Words words) {
        return verb.equals("submit") ? List.copyOf(submits(words)) : List.of(command(verb, words));
    }

    private Command<?> command(String verb, Words words) {
        return switch (verb) {
            case "pool" -> define(pool(words), words);
            case "domain" -> DomainLines.read(words);
            case "pause" -> pause(pool(words), true, words);
            case "resume" -> pause(pool(words), false, words);
            case "record" -> record(pool(words), true, words);
            case "unrecord" -> record(pool(words), false, words);
            case "sweep" -> new Sweep(pool(words), words.nextIs("now"));
            case "worker" -> new RegisterWorker(ScenarioParts.offer(worker(words), words));
            case "drain" -> drain(worker(words), true, words);
            case "accept" -> drain(worker(words), false, words);
            case "retire" -> new RetireWorker(worker(words), words.take("proof", "gone"));
            case "heartbeat" -> heartbeat(worker(words), words);
            case "together" -> new SubmitTogether(submits(words));
            case "claim" -> claim(words);
            case "here" -> here(words);
            case "begin" -> begin(held(words), words);
            case "settle" -> settle(held(words), words);
            case "release" -> release(held(words), words);
            case "cancel" -> new Cancel(work(words), actor(words), words.take("reason", "changed"));
            case "resolve" -> resolve(held(words), words);
            case "redrive" -> redrive(work(words), words);
            case "redact" -> new Redact(work(words), actor(words), words.take("reason", "asked for"));
            case "promote" -> promote(work(words), words);
            case "withdraw" -> new Withdraw(work(words), actor(words), words.take("reason", "given up"));
            case "handback" -> handBack(held(words));
            default -> ScheduleLines.command(verb, words);
        };
    }

    /** Who won these fences by which command, for the secrets of later lines. */
    void learn(ClaimWork claim, List<Grant> grants) {
        grants.forEach(grant -> secrets.put(new Held(grant.work(), grant.fence()), claim.secret()));
    }

    private static List<Submit> submits(Words words) {
        PoolId pool = pool(words);
        List<String> keys = words.rest();
        Optional<Hold> hold = ScenarioParts.hold(words);
        if (keys.size() == 1) {
            return List.of(new Submit(pool, ScenarioParts.submission(keys.getFirst(), words), hold));
        }
        Submission example = ScenarioParts.submission("example", words);
        List<Submit> commands = new ArrayList<>();
        for (String key : keys) {
            commands.add(new Submit(
                    pool,
                    new Submission(
                            new IdempotencyKey(key),
                            Optional.of(new WorkId(key)),
                            example.payload(),
                            example.requirements(),
                            example.labels(),
                            example.trace()),
                    hold));
        }
        return commands;
    }

    private static DefinePool define(PoolId pool, Words words) {
        Optional<Integer> replaces = words.take("replaces").map(Words::number);
        return new DefinePool(
                pool,
                ScenarioParts.policy(words),
                PolicySources.UNNAMED,
                replaces,
                words.take("actor", DefinePool.PROGRAM),
                words.take("reason", DefinePool.NEEDED));
    }

    private static PausePool pause(PoolId pool, boolean paused, Words words) {
        return new PausePool(pool, paused, actor(words), words.take("reason", "maintenance"));
    }

    private static RecordEvents record(PoolId pool, boolean recorded, Words words) {
        return new RecordEvents(pool, recorded, actor(words), words.take("reason", "somebody reads them"));
    }

    private static DrainWorker drain(WorkerId worker, boolean draining, Words words) {
        return new DrainWorker(worker, draining, actor(words), words.take("reason", "maintenance"));
    }

    private static String actor(Words words) {
        return words.take("actor", "ann");
    }

    private ClaimWork claim(Words words) {
        return claim(pool(words), worker(words), words);
    }

    private ClaimWork claim(PoolId pool, WorkerId worker, Words words) {
        RequestId request = words.take("req")
                .map(ScenarioCommands::request)
                .orElseGet(() -> new RequestId(UNNUMBERED_SLOT, 1, ++unnumbered));
        ClaimSecret secret = secret(words.take("secret", worker.value()));
        return new ClaimWork(pool, worker, request, secret, words.takeInt("max", 1));
    }

    private SubmitClaimed here(Words words) {
        PoolId pool = pool(words);
        String key = words.next("key");
        ClaimWork claim = claim(pool, worker(words), words);
        return new SubmitClaimed(
                pool, ScenarioParts.submission(key, words), claim.worker(), claim.request(), claim.secret());
    }

    private Begin begin(Held held, Words words) {
        return new Begin(held.work(), held.fence(), secret(held, words));
    }

    private Settle settle(Held held, Words words) {
        ClaimSecret secret = secret(held, words);
        return new Settle(held.work(), held.fence(), secret, ScenarioParts.answer(words));
    }

    private Settle release(Held held, Words words) {
        ClaimSecret secret = secret(held, words);
        return new Settle(held.work(), held.fence(), secret, ScenarioParts.release(words));
    }

    private static Resolve resolve(Held held, Words words) {
        return new Resolve(
                held.work(),
                held.fence(),
                ScenarioParts.resolution(words),
                words.take("reference", "ticket-1"),
                actor(words));
    }

    private static Redrive redrive(WorkId work, Words words) {
        return new Redrive(
                work, words.takeInt("life", 1), actor(words), words.take("reason", "mended"), words.nextIs("force"));
    }

    /** Of a program; {@code actor} and {@code reason} make it an operator's. */
    private static Promote promote(WorkId work, Words words) {
        return words.take("actor")
                .map(actor -> Promote.by(actor, words.take("reason", "after all"), work))
                .orElseGet(() -> new Promote(work));
    }

    private static HandBack handBack(Held held) {
        return new HandBack(held.work(), held.fence());
    }

    private static Heartbeat heartbeat(WorkerId worker, Words words) {
        Optional<String> digest = words.take("digest");
        List<Holdings.Holding> listed = holdings(words.takeList("holds"));
        Holdings holdings = digest.map(text -> (Holdings)
                        Holdings.digest(holdings(text.equals("none") ? List.of() : List.of(text.split(",")))))
                .orElseGet(() -> new Holdings.Listed(listed));
        return new Heartbeat(
                worker,
                !words.nextIs("unhealthy"),
                holdings,
                words.takeList("inflight").stream()
                        .map(ScenarioCommands::request)
                        .collect(Collectors.toSet()));
    }

    /** {@code k1@1.1}: unit and fence. */
    private static List<Holdings.Holding> holdings(List<String> texts) {
        List<Holdings.Holding> holdings = new ArrayList<>();
        for (String text : texts) {
            int at = text.indexOf('@');
            if (at < 1) {
                throw new ScenarioError("a claim is written work@fence, not '" + text + "'");
            }
            holdings.add(new Holdings.Holding(new WorkId(text.substring(0, at)), Fence.parse(text.substring(at + 1))));
        }
        return holdings;
    }

    /** {@code 7}: request 7 of slot 0; {@code 2/7}: of slot 2. */
    private static RequestId request(String text) {
        int slash = text.indexOf('/');
        int slot = slash < 0 ? 0 : Words.number(text.substring(0, slash));
        return new RequestId(slot, 0, Words.number(text.substring(slash + 1)));
    }

    private ClaimSecret secret(Held held, Words words) {
        return words.take("secret")
                .map(ScenarioCommands::secret)
                .orElseGet(() -> secrets.getOrDefault(held, secret("nobody")));
    }

    static ClaimSecret secret(String name) {
        Digest digest = Digest.ofFields("secret of", name);
        return new ClaimSecret(digest.a(), digest.b());
    }

    private static Held held(Words words) {
        return new Held(work(words), Fence.parse(words.next("fence")));
    }

    private static PoolId pool(Words words) {
        return new PoolId(words.next("pool"));
    }

    private static WorkId work(Words words) {
        return new WorkId(words.next("work"));
    }

    private static WorkerId worker(Words words) {
        return new WorkerId(words.next("worker"));
    }
}
