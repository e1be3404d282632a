// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.work.Answer;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Calls the handlers of one dispatcher's claims. Whoever ends a run starts the next ready one, so that handlers never wait
 * for the dispatcher, which may be in a commit. Thread-safe.
 */
final class Runner {
    private final PoolClaims claims;
    private final Registration registration;
    private final Map<String, RegisteredHandler<?>> handlers;
    private final HandlerRun handlerRun;
    private final Reports reports;
    private final Driver driver;
    private final Signal progress;
    private volatile boolean stopping;
    private volatile Runnable onEnd = () -> {};

    /** @param progress raised when something ended or was answered */
    Runner(
            PoolClaims claims,
            Registration registration,
            Map<String, RegisteredHandler<?>> handlers,
            HandlerRun handlerRun,
            Reports reports,
            Driver driver,
            Signal progress) {
        this.claims = claims;
        this.registration = registration;
        this.handlers = handlers;
        this.handlerRun = handlerRun;
        this.reports = reports;
        this.driver = driver;
        this.progress = progress;
    }

    /** @param action wakes the dispatcher */
    void onEnd(Runnable action) {
        onEnd = action;
    }

    void stopStarting() {
        stopping = true;
    }

    /** Only who stops the worker waits for this. */
    void progress() {
        if (stopping) {
            progress.raise();
        }
    }

    /** Something is ready that may have to be begun first. */
    void wake() {
        onEnd.run();
    }

    void startReady() {
        for (Optional<Held> next = claims.nextToStart(); next.isPresent(); next = claims.nextToStart()) {
            launch(next.get());
        }
    }

    /** Runs a claim that has a permit. */
    void launch(Held held) {
        driver.launch(() -> run(held));
    }

    private void run(Held held) {
        Optional<Answer> answer = Optional.of(Releases.unknown("the run was cut short"));
        boolean called = false;
        try {
            if (stopping) {
                answer = Optional.of(Releases.notStarted(WorkerCodes.WORKER_STOPPING));
            } else if (held.isLost() || !registration.mayStart(held.incarnation())) {
                answer = Optional.of(Releases.notStarted(WorkerCodes.LEASE_OVER));
            } else {
                called = true;
                reports.started(held.grant());
                answer = handlerRun.run(handlerOf(held), held);
                reports.returned(held.grant(), answer);
            }
        } finally {
            claims.ended(held, answer, called);
            claims.nextToStart().ifPresent(this::launch);
            onEnd.run();
            progress();
        }
    }

    private RegisteredHandler<?> handlerOf(Held held) {
        return Objects.requireNonNull(handlers.get(
                held.grant().submission().requirements().eligibility().kind()));
    }
}
