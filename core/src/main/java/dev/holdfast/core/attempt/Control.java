// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Moment;
import java.util.Optional;

/**
 * What one generation of a runtime said to the request to stop. Either half may come first; each stands as it came.
 *
 * @param receipt that it has heard of it
 * @param report what came of it
 */
public record Control(long generation, IncarnationId incarnation, Optional<Receipt> receipt, Optional<Report> report) {
    /** @param receivedAt by the runtime's clock */
    public record Receipt(String receivedAt, Moment at) {}

    public record Report(Optional<OperationId> operation, Conclusion conclusion, Moment at) {}

    /** What became of the request. Never says that the allocation is gone or may be cleaned up. */
    public record Conclusion(Result result, Boundary boundary, EvidenceNote evidence) {}

    public enum Result {
        ACHIEVED,
        UNSUPPORTED,
        UNCONFIRMED
    }

    /** How far inside the request took hold. */
    public enum Boundary {
        ADMISSION_CLOSED,
        SETUP_PROCESS_GROUP,
        WORKLOAD
    }

    static Control of(long generation, IncarnationId incarnation) {
        return new Control(generation, incarnation, Optional.empty(), Optional.empty());
    }

    Control received(Receipt heard) {
        return new Control(generation, incarnation, Optional.of(heard), report);
    }

    Control reported(Report said) {
        return new Control(generation, incarnation, receipt, Optional.of(said));
    }
}
