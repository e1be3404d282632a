// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.ledger;

import dev.holdfast.core.AuthorityId;
import java.util.List;

/**
 * What a flight recorder remembered.
 *
 * @param authority of the ledger
 * @param forgotten how many older commands it saw and remembers no more
 * @param recorded oldest first
 */
public record Recording(AuthorityId authority, long forgotten, List<Recorded> recorded) {
    public Recording {
        recorded = List.copyOf(recorded);
    }
}
