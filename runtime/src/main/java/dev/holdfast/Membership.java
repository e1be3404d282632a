// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.WorkerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One worker in the ledger with all that belongs to it: a heartbeat, a watch, and a dispatcher for each of its pools. */
final class Membership {
    private final HeldClaims held;
    private final Registration registration;
    private final List<Dispatcher> dispatchers = new ArrayList<>();
    private final List<Claimer> claimers = new ArrayList<>();
    private final List<Role> dispatcherRoles = new ArrayList<>();
    private final Role heartbeat;
    private final Role watch;

    /**
     * @param parts makes what it consists of
     * @param guard wraps every step that calls the ledger
     */
    Membership(MembershipParts parts, Driver driver, UnaryOperator<Step> guard) {
        this.held = new HeldClaims();
        this.registration = parts.registration(held, this::wake);
        this.heartbeat = driver.role(parts.name() + "-heartbeat", guard.apply(registration));
        this.watch =
                driver.role(parts.name() + "-watch", new Watch(registration, held, parts.reports(), driver.clock()));
        for (MembershipParts.Lane lane : parts.lanes(registration, held, watch::wake)) {
            Role role = driver.role(lane.name() + "-dispatcher", guard.apply(lane.dispatcher()));
            lane.runner().onEnd(role::wake);
            dispatchers.add(lane.dispatcher());
            claimers.add(lane.claimer());
            dispatcherRoles.add(role);
        }
    }

    void start() {
        heartbeat.start();
        watch.start();
        dispatcherRoles.forEach(Role::start);
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
        dispatchers.forEach(Dispatcher::stopClaiming);
        dispatcherRoles.forEach(Role::wake);
    }

    void interruptHandlers() {
        held.all().forEach(Held::interruptToStop);
    }

    /** The ledger is broken: whatever handlers do now cannot be recorded. */
    void abandon() {
        stopClaiming();
        held.all().forEach(Held::lose);
    }

    /** Stops the dispatchers first: as long as they settle, the lease has to be renewed. */
    void stop() {
        dispatcherRoles.forEach(Role::stop);
        heartbeat.stop();
        watch.stop();
    }

    boolean isIdle() {
        return dispatchers.stream().allMatch(Dispatcher::isIdle);
    }

    boolean isRunning() {
        return dispatchers.stream().anyMatch(Dispatcher::isRunning);
    }

    boolean isHealthy() {
        return registration.isHealthy();
    }

    WorkerId worker() {
        return registration.current().worker();
    }

    Optional<WorkerId> registered() {
        return registration.registered();
    }
}
