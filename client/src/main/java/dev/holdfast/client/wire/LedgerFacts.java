// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.wire;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.ledger.Capabilities;

/**
 * What a server says of its ledger.
 *
 * @param protocol the version of what client and server say to each other; another one is not understood
 */
public record LedgerFacts(String protocol, AuthorityId authority, Capabilities capabilities) {
    /** The version of this program. */
    public static final String PROTOCOL = "holdfast-http/v1";
}
