// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A heartbeat renews the lease and compares two views of the same claims: what the worker holds and what the ledger
 * believes it holds.
 *
 * <pre>
 * 1 unknown                                                   WorkerUnknown
 * 2 dead, or its lease over                                   WorkerDead
 * 3 digest of the holdings differs                            directive SendHoldings
 * 4 named by the worker, not live in the ledger               directive Lost
 * 5 live in the ledger, not named, request not in flight,
 *   older than the claim lease                                handed back ({@link HandBack}): the grant never arrived
 * 6 live, held and cancelled                                        directive CancelClaim
 * 7 draining                                                  directive Drain
 * </pre>
 *
 * <p>4 and 5 need the list; a digest that matches says the same as a list that matches.
 */
public final class HeartbeatRules {
    /** The answer, and the claims to hand back in a transaction of their own, so that a heartbeat never waits for a unit. */
    public record Outcome(HeartbeatDecision decision, List<HandBack> handBacks) {}

    private HeartbeatRules() {}

    public static Save<Outcome> heartbeat(Heartbeat command, WorkerPage page) {
        if (page.worker().isEmpty()) {
            return Save.nothing(new Outcome(new WorkerUnknown(command.worker()), List.of()));
        }
        WorkerRecord worker = page.worker().get();
        if (!worker.isLive(page.now())) {
            return Save.nothing(new Outcome(new WorkerDead(worker.id()), List.of()));
        }
        List<HeartbeatDecision.Directive> directives = new ArrayList<>();
        List<HandBack> handBacks = new ArrayList<>();
        List<WorkerPage.Held> claims = page.claims().stream()
                .sorted(Comparator.comparing(WorkerPage.Held::fence).thenComparing(WorkerPage.Held::work))
                .toList();
        switch (command.holdings()) {
            case Holdings.Digested digest -> {
                if (!digest.equals(Holdings.digest(
                        page.claims().stream().map(WorkerPage.Held::holding).toList()))) {
                    directives.add(new HeartbeatDecision.Directive.SendHoldings());
                }
            }
            case Holdings.Listed list -> compare(list, command, page, directives, handBacks);
        }
        for (WorkerPage.Held held : claims) {
            boolean handedBack = handBacks.contains(new HandBack(held.work(), held.fence()));
            held.cancelReason()
                    .filter(reason -> !handedBack)
                    .ifPresent(reason -> directives.add(
                            new HeartbeatDecision.Directive.CancelClaim(held.work(), held.fence(), reason)));
        }
        if (worker.draining()) {
            directives.add(new HeartbeatDecision.Directive.Drain());
        }
        WorkerRecord renewed = worker.renewed(page.now(), command.healthy());
        return new Save<>(
                Changes.of(renewed), new Outcome(new HeartbeatDecision.Renewed(worker.lease(), directives), handBacks));
    }

    private static void compare(
            Holdings.Listed list,
            Heartbeat command,
            WorkerPage page,
            List<HeartbeatDecision.Directive> directives,
            List<HandBack> handBacks) {
        Set<Holdings.Holding> live = new HashSet<>();
        page.claims().forEach(held -> live.add(held.holding()));
        for (Holdings.Holding named : list.claims()) {
            if (!live.contains(named)) {
                directives.add(new HeartbeatDecision.Directive.Lost(named.work(), named.fence()));
            }
        }
        Set<Holdings.Holding> named = new HashSet<>(list.claims());
        for (WorkerPage.Held held : page.claims()) {
            boolean expected =
                    named.contains(held.holding()) || command.inFlight().contains(held.request());
            if (!expected && isOverdue(held, page)) {
                handBacks.add(new HandBack(held.work(), held.fence()));
            }
        }
    }

    private static boolean isOverdue(WorkerPage.Held held, WorkerPage page) {
        Pool pool = page.pools().get(held.pool());
        Duration patience = (pool == null ? PoolPolicy.DEFAULT : pool.policy()).claimLease();
        Moment limit = held.claimedAt().plus(patience);
        return !page.now().isBefore(limit);
    }
}
