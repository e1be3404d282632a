// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.postgres;

/**
 * What this process has read of a ledger and what never changes once it is committed: numbers of names, descriptions of
 * lanes, policies by revision. Thread-safe.
 */
final class Known {
    final KnownPools pools = new KnownPools();
    final KnownWorkers workers = new KnownWorkers();
    final KnownLanes lanes = new KnownLanes();
    final LiveClaims claims = new LiveClaims();
    private final String schema;

    Known(String schema) {
        this.schema = schema;
    }

    /** In the texts of statements, {@code $} stands for the schema: nothing depends on a search path. */
    String spell(String statement) {
        return statement.replace("$.", schema + ".");
    }

    String schema() {
        return schema;
    }

    /** After a restore, other numbers may mean other things. */
    void forget() {
        pools.forget();
        workers.forget();
        lanes.forget();
        claims.forget();
    }
}
