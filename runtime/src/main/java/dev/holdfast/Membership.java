// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerException;
import dev.holdfast.core.work.RetireWorker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** One worker in the ledger with all that belongs to it: a heartbeat, a watch, and a dispatcher for each of its pools. */
final class Membership {
    private static final System.Logger LOG = System.getLogger("dev.holdfast.worker");

    private final HeldClaims held;
    private final Registration registration;
    private final List<Dispatcher> dispatchers = new ArrayList<>();
    private final List<Claimer> claimers = new ArrayList<>();
    private final List<Role> dispatcherRoles = new ArrayList<>();
    private final List<Settler> settlers = new ArrayList<>();
    private final List<Role> settlerRoles = new ArrayList<>();
    private final Map<PoolId, Here> heres = new HashMap<>();
    private final Set<String> kinds;
    private final Ledger ledger;
    private Optional<Ledger.Subscription> changes = Optional.empty();
    private final Role heartbeat;
    private final Role watch;

    /**
     * @param parts makes what it consists of
     * @param guard wraps every step that calls the ledger
     */
    Membership(MembershipParts parts, Driver driver, UnaryOperator<Step> guard) {
        this.ledger = parts.ledger();
        this.kinds = parts.handlers().keySet();
        this.held = new HeldClaims();
        this.registration = parts.registration(held, this::wake);
        this.heartbeat = driver.role(parts.name() + "-heartbeat", guard.apply(registration));
        this.watch =
                driver.role(parts.name() + "-watch", new Watch(registration, held, parts.reports(), driver.clock()));
        for (MembershipParts.Lane lane : parts.lanes(registration, held, watch::wake)) {
            Role role = driver.role(lane.name() + "-dispatcher", guard.apply(lane.dispatcher()));
            Role settling = driver.role(lane.name() + "-settler", guard.apply(lane.settler()));
            lane.runner().onEnd(() -> {
                settling.wake();
                role.wake();
            });
            lane.settler().onAnswered(role::wake);
            lane.dispatcher().onSomethingToSay(settling::wake);
            settlers.add(lane.settler());
            settlerRoles.add(settling);
            dispatchers.add(lane.dispatcher());
            claimers.add(lane.claimer());
            heres.put(lane.pool(), lane.here());
            dispatcherRoles.add(role);
        }
    }

    void start() {
        changes = Optional.of(ledger.onChange(() -> dispatcherRoles.forEach(Role::wake)));
        heartbeat.start();
        watch.start();
        dispatcherRoles.forEach(Role::start);
        settlerRoles.forEach(Role::start);
    }

    /** Something has changed that any of the roles may care about. */
    private void wake() {
        heartbeat.wake();
        watch.wake();
        dispatcherRoles.forEach(Role::wake);
    }

    void expect() {
        claimers.forEach(Claimer::expect);
        dispatcherRoles.forEach(Role::wake);
    }

    void stopClaiming() {
        heres.values().forEach(Here::stop);
        dispatchers.forEach(Dispatcher::stopClaiming);
        settlers.forEach(Settler::stopBeginning);
        dispatcherRoles.forEach(Role::wake);
        settlerRoles.forEach(Role::wake);
    }

    void interruptHandlers() {
        held.all().forEach(Held::interruptToStop);
    }

    /** The ledger is broken: whatever handlers do now cannot be recorded. */
    void abandon() {
        stopClaiming();
        held.all().forEach(Held::lose);
    }

    /** Stops the settlers before the heartbeat: as long as they settle, the lease has to be renewed. */
    void stop() {
        changes.ifPresent(Ledger.Subscription::close);
        dispatcherRoles.forEach(Role::stop);
        settlerRoles.forEach(Role::stop);
        heartbeat.stop();
        watch.stop();
    }

    boolean isIdle() {
        return heres.values().stream().noneMatch(Here::isAsking)
                && dispatchers.stream().allMatch(Dispatcher::isIdle);
    }

    /** Where units of this kind and pool may run here; empty when this worker does not run them. */
    Optional<Here> here(String kind, PoolId pool) {
        return kinds.contains(kind) ? Optional.ofNullable(heres.get(pool)) : Optional.empty();
    }

    boolean isHealthy() {
        return registration.isHealthy();
    }

    WorkerId worker() {
        return registration.current().worker();
    }

    /**
     * After {@link #stop}: what is idle then stays so. Only by retiring a worker that runs nothing any more, and whose answers
     * the ledger has all taken, is no claim lost; any other one keeps its claims until its lease runs out.
     */
    void retireIfIdle(Ledger ledger) {
        if (isIdle()) {
            registration.registered().ifPresent(worker -> retire(ledger, worker));
        }
    }

    private static void retire(Ledger ledger, WorkerId worker) {
        try {
            ledger.submit(new RetireWorker(worker, "stopped; all handlers have ended"));
        } catch (LedgerException e) {
            LOG.log(System.Logger.Level.DEBUG, "worker " + worker + " was not retired; its lease will run out", e);
        }
    }
}
