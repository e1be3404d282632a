// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core;

/** One of several independent ledgers that may share a database. Every other name lives inside an authority. */
public record AuthorityId(String value) implements Comparable<AuthorityId> {
    /** The authority of a ledger whose owner named none. */
    public static final AuthorityId MAIN = new AuthorityId("main");

    public AuthorityId {
        Names.check("authority id", value);
    }

    @Override
    public int compareTo(AuthorityId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
