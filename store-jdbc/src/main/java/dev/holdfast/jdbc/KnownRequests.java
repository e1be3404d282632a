// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.work.Claim;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The numbers of the claim requests that were written last: the claims of one request are mostly near each other. */
public final class KnownRequests {
    private static final int MAX_KNOWN = 10_000;

    /** What the claims of a request have in common. */
    private record Common(PoolId pool, Claim claim) {}

    private final Map<Common, Long> numbers = new LinkedHashMap<>();

    public KnownRequests() {}

    /** @param write writes a request and returns its number */
    public long number(PoolId pool, Claim claim, SqlFunction<Claim, Long> write) throws SQLException {
        Common common = new Common(pool, common(claim));
        Long number = numbers.get(common);
        if (number == null) {
            if (numbers.size() >= MAX_KNOWN) {
                numbers.clear();
            }
            number = write.apply(claim);
            numbers.put(common, number);
        }
        return number;
    }

    private static Claim common(Claim claim) {
        return new Claim(
                new dev.holdfast.core.Fence(1),
                claim.worker(),
                claim.request(),
                claim.secret(),
                1,
                1,
                claim.claimedAt(),
                java.util.Optional.empty(),
                false,
                java.util.Optional.empty(),
                java.util.Optional.empty());
    }
}
