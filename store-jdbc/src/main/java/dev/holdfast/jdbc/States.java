// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.Status;

/** The numbers of states in the column {@code state}; they are also in the predicates of the indexes. */
public final class States {
    public static final int QUEUED = 0;
    public static final int CLAIMED = 1;
    public static final int UNCERTAIN = 2;
    public static final int SUCCEEDED = 3;
    public static final int FAILED = 4;
    public static final int CANCELLED = 5;
    public static final int POISONED = 6;
    public static final int HELD = 7;

    private States() {}

    public static int number(Status status) {
        return switch (status) {
            case HELD -> HELD;
            case QUEUED -> QUEUED;
            case CLAIMED -> CLAIMED;
            case UNCERTAIN -> UNCERTAIN;
            case SUCCEEDED -> SUCCEEDED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            case POISONED -> POISONED;
        };
    }

    public static Status status(int number) {
        return switch (number) {
            case HELD -> Status.HELD;
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
