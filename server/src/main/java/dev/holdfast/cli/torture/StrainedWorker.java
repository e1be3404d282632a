// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import dev.holdfast.HandlerOptions;
import dev.holdfast.Holdfast;
import dev.holdfast.Outcome;
import dev.holdfast.WorkerOptions;
import dev.holdfast.cli.FlightRecorder;
import dev.holdfast.core.Fence;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.ledger.LedgerUnavailable;
import dev.holdfast.core.ledger.OutcomeUnknown;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.HolderRefusal;
import dev.holdfast.core.work.SettleDecision;
import dev.holdfast.jdbc.postgres.PostgresLedger;
import dev.holdfast.jdbc.postgres.PostgresOptions;
import dev.holdfast.runtime.spi.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The process of one worker, which is there to be killed. Tells on its standard output what it was granted, what it started and which of
 * its claims it knows to be over; ends when its standard input does.
 */
public final class StrainedWorker {
    static final String GRANTED = "granted";
    static final String STARTED = "started";
    static final String LEARNED = "learned";

    /** Through the proxy; and the server itself, where the resource is. In the environment, for a URL may hold a password. */
    static final String URL = "HOLDFAST_TORTURE_URL";

    static final String RESOURCE_URL = "HOLDFAST_TORTURE_RESOURCE_URL";

    /** The folder of recordings; not set where none are wanted. */
    static final String RECORDINGS = "HOLDFAST_TORTURE_RECORDINGS";

    static final String KIND = "strain";
    static final String REFUSED = "refused-by-resource";
    private static final int CONCURRENCY = 4;
    private static final double SECONDS_OF_WORK = 0.06;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long BETWEEN_TRIES_NANOS = 50_000_000;
    private static final Logger OWN_LOG = Logger.getLogger("dev.holdfast");

    private StrainedWorker() {}

    /** Arguments: the schema, the pool. */
    public static void main(String[] arguments) throws IOException {
        OWN_LOG.setLevel(Level.OFF);
        String schema = arguments[0];
        Resource resource = new Resource(new UrlSource(System.getenv(RESOURCE_URL)), schema);
        try (FlightRecorder recorder = FlightRecorder.into(recording());
                Ledger ledger = recorder.around(open(System.getenv(URL), schema));
                Holdfast holdfast = Holdfast.over(ledger)) {
            HandlerOptions options = HandlerOptions.DEFAULT.withPool(arguments[1]);
            holdfast.handle(
                            KIND,
                            String.class,
                            options,
                            (payload, context) -> resource.use(context.work(), context.fence(), SECONDS_OF_WORK)
                                    ? Outcome.done()
                                    : Outcome.retry(REFUSED))
                    .start(WorkerOptions.DEFAULT.withConcurrency(CONCURRENCY).withListener(new Teller()));
            while (System.in.read() >= 0) {
                // Nothing is said to it; the end is.
            }
        }
    }

    private static Optional<Path> recording() {
        return Optional.ofNullable(System.getenv(RECORDINGS))
                .map(folder ->
                        Path.of(folder, "worker-" + ProcessHandle.current().pid() + ".recording"));
    }

    static Ledger open(String url, String schema) {
        PostgresOptions options = PostgresOptions.DEFAULT
                .withSchema(schema)
                .withNotifications(false)
                .withPatience(PATIENCE);
        while (true) {
            try {
                return PostgresLedger.open(new UrlSource(url), options);
            } catch (LedgerUnavailable | OutcomeUnknown e) {
                LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
            }
        }
    }

    /** Whole lines, since several threads tell. */
    private static final class Teller implements Listener {
        private static synchronized void say(String what, WorkId work, Fence fence) {
            System.out.println(what + " " + work.value() + " " + fence.value());
            System.out.flush();
        }

        @Override
        public void granted(Grant grant) {
            say(GRANTED, grant.work(), grant.fence());
        }

        @Override
        public void started(Grant grant) {
            say(STARTED, grant.work(), grant.fence());
        }

        @Override
        public void settled(Grant grant, Answer answer, SettleDecision decision) {
            if (decision instanceof HolderRefusal) {
                say(LEARNED, grant.work(), grant.fence());
            }
        }

        @Override
        public void lost(WorkId work, Fence fence) {
            say(LEARNED, work, fence);
        }
    }
}
