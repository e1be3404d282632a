// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.CliException;
import dev.holdfast.cli.ExitCode;
import dev.holdfast.cli.Text;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.Pool;
import dev.holdfast.core.work.PoolDecision;
import dev.holdfast.core.work.PoolPolicy;
import dev.holdfast.core.work.PoolUnknown;
import dev.holdfast.core.work.Retry;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A run: a name and a command. Each round of it is a pool of its own, {@code run/NAME}, then {@code run/NAME@2} after
 * {@code --again}, so that its progress can be read off the pool's counters. What has to stay the same from one start to
 * the next stands in the pool's labels.
 *
 * @param marker what the environment of each command carries, so that it can be found when its runner has died
 */
record Run(String name, int round, PoolId pool, String marker) {
    private static final String TEMPLATE = "template";
    private static final String COMMAND = "command";
    private static final String INTERRUPTED = "if-interrupted";
    private static final String MARKER = "marker";

    /** A name has to be a part of a pool's, and easy to type. */
    static void checkName(String name) {
        if (!name.matches("[A-Za-z0-9._-]{1,100}")) {
            throw new CliException(
                    ExitCode.USAGE, "--name has letters, digits, '.', '_' and '-', at most 100, not '" + name + "'");
        }
    }

    /** Finds the newest round of the run or starts its first; {@code again} starts the next. */
    static Run open(Ledger ledger, String name, CommandTemplate template, IfInterrupted interrupted, boolean again) {
        Optional<Run> newest = newest(ledger, name);
        if (newest.isPresent() && !again) {
            check(ledger, newest.get(), template, interrupted);
            return newest.get();
        }
        int round = newest.map(run -> run.round() + 1).orElse(1);
        return define(ledger, name, round, template, interrupted);
    }

    private static Optional<Run> newest(Ledger ledger, String name) {
        Optional<Run> newest = Optional.empty();
        for (Pool pool : ledger.ask(new ListPools())) {
            int round = round(name, pool.id());
            if (round > newest.map(Run::round).orElse(0)) {
                newest = Optional.of(of(name, round, pool));
            }
        }
        return newest;
    }

    private static Run of(String name, int round, Pool pool) {
        return new Run(name, round, pool.id(), pool.policy().labels().getOrDefault(MARKER, ""));
    }

    private static PoolId pool(String name, int round) {
        return new PoolId("run/" + name + (round == 1 ? "" : "@" + round));
    }

    /** The round of the run that a pool is; 0 when it is none. */
    private static int round(String name, PoolId pool) {
        String id = pool.value();
        if (id.equals("run/" + name)) {
            return 1;
        }
        String start = "run/" + name + "@";
        return id.startsWith(start) && id.substring(start.length()).matches("[1-9]\\d{0,8}")
                ? Integer.parseInt(id.substring(start.length()))
                : 0;
    }

    private static void check(Ledger ledger, Run run, CommandTemplate template, IfInterrupted interrupted) {
        Map<String, String> labels = ledger.ask(new ListPools()).stream()
                .filter(pool -> pool.id().equals(run.pool()))
                .findFirst()
                .orElseThrow()
                .policy()
                .labels();
        if (!template.digest().toString().equals(labels.get(TEMPLATE))) {
            throw new CliException(
                    ExitCode.USAGE,
                    "the run '" + run.name() + "' is of another command: " + labels.get(COMMAND)
                            + "; choose another --name, or --again to start it anew with this one");
        }
        if (!interrupted.word().equals(labels.get(INTERRUPTED))) {
            throw new CliException(
                    ExitCode.USAGE,
                    "the run '" + run.name() + "' was started with --if-interrupted " + labels.get(INTERRUPTED)
                            + "; say the same, choose another --name, or --again to start it anew");
        }
    }

    private static Run define(
            Ledger ledger, String name, int round, CommandTemplate template, IfInterrupted interrupted) {
        byte[] random = new byte[8];
        new SecureRandom().nextBytes(random);
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(TEMPLATE, template.digest().toString());
        labels.put(COMMAND, Text.shorten(Text.oneLine(template.text()), 200).strip());
        labels.put(INTERRUPTED, interrupted.word());
        labels.put(MARKER, HexFormat.of().formatHex(random));
        PoolPolicy policy = PoolPolicy.DEFAULT
                // Retries are the runner's to count, by --retries. Losses: a command that took its runner down so often
                // is the cause.
                .withBudgets(1_000_000, 20)
                // A minute: a laptop that sleeps for a moment keeps its commands. Deaths here are proven by process.
                .withLease(Duration.ofMinutes(1))
                .withRetry(new Retry(Duration.ZERO, 1, Duration.ZERO, 0))
                .withLabels(labels);
        PoolId pool = pool(name, round);
        PoolDecision decision = ledger.submit(new DefinePool(pool, policy));
        return switch (decision) {
            case PoolDecision.Defined defined -> new Run(name, round, pool, labels.get(MARKER));
            // Another runner was a moment quicker.
            case PoolDecision.PolicyConflict conflict -> open(ledger, name, template, interrupted, false);
            case PoolDecision.Repeated repeated -> open(ledger, name, template, interrupted, false);
            case PoolDecision.Revised revised -> throw unexpected(revised);
            case PoolDecision.Paused paused -> throw unexpected(paused);
            case PoolDecision.Resumed resumed -> throw unexpected(resumed);
            case PoolDecision.DomainTaken taken -> throw unexpected(taken);
            case PoolDecision.DomainShared shared -> throw unexpected(shared);
            case PoolDecision.DomainUnknown unknown -> throw unexpected(unknown);
            case PoolDecision.DomainInUse inUse -> throw unexpected(inUse);
            case PoolUnknown unknown -> throw unexpected(unknown);
        };
    }

    private static IllegalStateException unexpected(PoolDecision decision) {
        return new IllegalStateException("a pool without domains was answered with " + decision);
    }
}
