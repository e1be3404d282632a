// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.Moment;
import dev.holdfast.core.work.ClaimPage;
import dev.holdfast.core.work.WorkerOffer;
import dev.holdfast.core.work.WorkerRecord;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Lies about the worker that claims. */
final class WrongWorkers {
    private WrongWorkers() {}

    static ClaimPage neverDraining(ClaimPage page) {
        return worker(page, it -> worker(it, it.offer(), it.leaseUntil(), it.healthy(), false, it.dead()));
    }

    static ClaimPage neverIll(ClaimPage page) {
        return worker(page, it -> worker(it, it.offer(), it.leaseUntil(), true, it.draining(), it.dead()));
    }

    static ClaimPage neverDead(ClaimPage page) {
        return worker(page, it -> worker(it, it.offer(), Moment.FOREVER, it.healthy(), it.draining(), false));
    }

    static ClaimPage ableToDoAnything(ClaimPage page) {
        return offer(page, offer -> offer.withCapabilities(Set.of("gpu")).withAffinities(Set.of("rack-1")));
    }

    static ClaimPage roomForAnything(ClaimPage page) {
        return offer(page, offer -> offer.withResources(Map.of("memory", 99L)));
    }

    private static ClaimPage offer(ClaimPage page, UnaryOperator<WorkerOffer> forged) {
        return worker(
                page,
                it -> worker(it, forged.apply(it.offer()), it.leaseUntil(), it.healthy(), it.draining(), it.dead()));
    }

    private static WorkerRecord worker(
            WorkerRecord it, WorkerOffer offer, Moment leaseUntil, boolean healthy, boolean draining, boolean dead) {
        return new WorkerRecord(offer, it.registeredAt(), leaseUntil, it.lease(), healthy, draining, dead);
    }

    private static ClaimPage worker(ClaimPage page, UnaryOperator<WorkerRecord> forged) {
        return new ClaimPage(
                page.now(),
                page.epoch(),
                page.pool(),
                page.worker().map(forged),
                page.remembered(),
                page.newClasses(),
                page.lanes(),
                page.horizon(),
                page.reserved(),
                page.overdue(),
                page.used(),
                page.sharedDomains(),
                page.owed(),
                page.nextDue());
    }
}
