// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

import dev.holdfast.testkit.equivalence.Candidate;

/** PostgreSQL as a candidate of equivalence runs. */
public final class PostgresCandidate implements AutoCloseable {
    private final Schemas schemas = new Schemas();

    public Candidate candidate() {
        return Candidate.of("postgres", clock -> schemas.open(PostgresOptions.DEFAULT.withClock(clock)));
    }

    @Override
    public void close() {
        schemas.close();
    }
}
