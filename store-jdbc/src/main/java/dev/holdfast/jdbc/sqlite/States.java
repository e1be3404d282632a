// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc.sqlite;

import dev.holdfast.core.work.Status;

/** The numbers of states in the column {@code state}; they are also in the predicates of the indexes. */
final class States {
    static final int QUEUED = 0;
    static final int CLAIMED = 1;
    static final int UNCERTAIN = 2;
    static final int SUCCEEDED = 3;
    static final int FAILED = 4;
    static final int CANCELLED = 5;
    static final int POISONED = 6;

    private States() {}

    static int number(Status status) {
        return switch (status) {
            case QUEUED -> QUEUED;
            case CLAIMED -> CLAIMED;
            case UNCERTAIN -> UNCERTAIN;
            case SUCCEEDED -> SUCCEEDED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            case POISONED -> POISONED;
        };
    }

    static Status status(int number) {
        return switch (number) {
            case QUEUED -> Status.QUEUED;
            case CLAIMED -> Status.CLAIMED;
            case UNCERTAIN -> Status.UNCERTAIN;
            case SUCCEEDED -> Status.SUCCEEDED;
            case FAILED -> Status.FAILED;
            case CANCELLED -> Status.CANCELLED;
            case POISONED -> Status.POISONED;
            default -> throw new IllegalArgumentException("no state has the number " + number);
        };
    }
}
