// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.WorkId;
import dev.holdfast.core.work.Status;

/** There is no result: the unit has not ended yet, or did not succeed. */
public final class WorkNotSucceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Status status;

    WorkNotSucceeded(WorkId work, Status status, String code) {
        super("work " + work + " is " + status + (code.isEmpty() ? "" : ": " + code));
        this.status = status;
    }

    public Status status() {
        return status;
    }
}
