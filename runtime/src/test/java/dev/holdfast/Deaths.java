// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.core.ledger.ForwardingLedger;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.runtime.spi.Allocation;
import dev.holdfast.runtime.spi.Discovery;
import dev.holdfast.runtime.spi.Inspection;
import dev.holdfast.runtime.spi.ProviderFence;
import dev.holdfast.runtime.spi.ProvisionRequest;
import dev.holdfast.runtime.spi.Provisioned;
import dev.holdfast.runtime.spi.Provisioner;
import dev.holdfast.runtime.spi.ProvisionerUncertain;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a controller die at one of its steps: a step is a call of the ledger or of the provisioner, and it dies before the call
 * or after it, when everything was done and nobody has heard of it. From then on it reaches nothing any more. Thread-safe.
 */
final class Deaths {
    /** No exception that anybody catches. */
    static final class Died extends Error {
        private static final long serialVersionUID = 1;
    }

    private final boolean after;
    private int left;
    private volatile boolean dead;
    private final CountDownLatch died = new CountDownLatch(1);

    /** @param steps how many steps it lives */
    Deaths(int steps, boolean after) {
        this.left = steps;
        this.after = after;
    }

    boolean isDead() {
        return dead;
    }

    /** Waits until it has died, on whatever thread. */
    boolean await(Duration limit) throws InterruptedException {
        return died.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private synchronized boolean dies() {
        if (dead) {
            throw new Died();
        }
        dead = left-- == 0;
        if (dead) {
            died.countDown();
        }
        return dead;
    }

    private interface Call<R, X extends Exception, Y extends Exception> {
        R make() throws X, Y;
    }

    private <R, X extends Exception, Y extends Exception> R step(Call<R, X, Y> call) throws X, Y {
        if (dies() && !after) {
            throw new Died();
        }
        R result = call.make();
        if (dead) {
            throw new Died();
        }
        return result;
    }

    Ledger ledger(Ledger ledger) {
        return new ForwardingLedger(ledger) {
            @Override
            public <R extends Decision> R submit(Command<R> command) {
                return step(() -> super.submit(command));
            }

            @Override
            public <R> R ask(Query<R> query) {
                return step(() -> super.ask(query));
            }
        };
    }

    Provisioner provisioner(Provisioner provisioner) {
        return new Provisioner() {
            @Override
            public ProviderId id() {
                return provisioner.id();
            }

            @Override
            public Lifetime lifetime() {
                return provisioner.lifetime();
            }

            @Override
            public IncarnationId incarnation() {
                return provisioner.incarnation();
            }

            @Override
            public String environment() {
                return provisioner.environment();
            }

            @Override
            public Map<String, String> labels() {
                return provisioner.labels();
            }

            @Override
            public Optional<EvidenceNote> proofOfLoss(IncarnationId lost) {
                return provisioner.proofOfLoss(lost);
            }

            @Override
            public Provisioned provision(ProvisionRequest request, ProviderFence fence)
                    throws ProvisionerUncertain, InterruptedException {
                return Deaths.this.<Provisioned, ProvisionerUncertain, InterruptedException>step(
                        () -> provisioner.provision(request, fence));
            }

            @Override
            public Discovery discover(Descriptor descriptor, ProviderFence fence)
                    throws ProvisionerUncertain, InterruptedException {
                return Deaths.this.<Discovery, ProvisionerUncertain, InterruptedException>step(
                        () -> provisioner.discover(descriptor, fence));
            }

            @Override
            public Allocation attach(AllocationRef ref, ProviderFence fence)
                    throws ProvisionerUncertain, InterruptedException {
                return Deaths.this.<Allocation, ProvisionerUncertain, InterruptedException>step(
                        () -> provisioner.attach(ref, fence));
            }

            @Override
            public Inspection inspect(AllocationRef ref, ProviderFence fence)
                    throws ProvisionerUncertain, InterruptedException {
                return Deaths.this.<Inspection, ProvisionerUncertain, InterruptedException>step(
                        () -> provisioner.inspect(ref, fence));
            }

            @Override
            public EvidenceNote terminate(AllocationRef ref, ProviderFence fence)
                    throws ProvisionerUncertain, InterruptedException {
                return Deaths.this.<EvidenceNote, ProvisionerUncertain, InterruptedException>step(
                        () -> provisioner.terminate(ref, fence));
            }
        };
    }
}
