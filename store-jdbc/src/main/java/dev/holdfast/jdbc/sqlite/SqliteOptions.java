// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.ledger.LedgerClock;

/**
 * How a ledger file is opened.
 *
 * @param clock what its moments are read from; all processes that share a file need clocks that agree
 * @param authority which of the independent ledgers in the file
 * @param synchronous how durable an answered command is
 * @param create whether a missing file is made; otherwise it is {@link dev.holdfast.core.ledger.LedgerUnavailable}
 */
public record SqliteOptions(LedgerClock clock, AuthorityId authority, Synchronous synchronous, boolean create) {
    /** What an answered command survives. Nothing less than a crash of the process is on offer. */
    public enum Synchronous {
        /** A power cut and a crash of the operating system: every commit waits for the disk. */
        FULL,
        /** A crash of the process. A power cut may forget the newest commits, and never damages the file. */
        NORMAL
    }

    /** The machine's clock, the authority {@link AuthorityId#MAIN}, every commit on the disk, a missing file is made. */
    public static final SqliteOptions DEFAULT =
            new SqliteOptions(LedgerClock.system(), AuthorityId.MAIN, Synchronous.FULL, true);

    public SqliteOptions withClock(LedgerClock value) {
        return new SqliteOptions(value, authority, synchronous, create);
    }

    public SqliteOptions withAuthority(AuthorityId value) {
        return new SqliteOptions(clock, value, synchronous, create);
    }

    public SqliteOptions withSynchronous(Synchronous value) {
        return new SqliteOptions(clock, authority, value, create);
    }

    public SqliteOptions withCreate(boolean value) {
        return new SqliteOptions(clock, authority, synchronous, value);
    }
}
