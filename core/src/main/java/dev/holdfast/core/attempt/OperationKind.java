// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import dev.holdfast.core.Names;

/** The open name of the sort of an operation. Some mean something to the ledger. */
public record OperationKind(String value) {
    /** Reserved: shows that a runtime can be reached. */
    public static final OperationKind PROBE = new OperationKind("runtime-probe");

    public static final OperationKind WORKFLOW_RUN = new OperationKind("workflow-run");

    /** Ends with a result, see {@link ReportPreparation}. */
    public static final OperationKind PREPARATION = new OperationKind("workspace-preparation");

    /** Ends with the outcome of the attempt. */
    public static final OperationKind INVOCATION = new OperationKind("workload-invocation");

    public OperationKind {
        Names.check("operation kind", value);
    }

    boolean isProbe() {
        return equals(PROBE);
    }

    /** Whether it ends by what it brings, not by somebody saying that it is over. */
    boolean needsResult() {
        return equals(PREPARATION) || equals(INVOCATION);
    }

    /** Whether it runs the work itself, for which a wanted workspace has to be there. */
    boolean runsTheWork() {
        return equals(INVOCATION) || equals(WORKFLOW_RUN);
    }

    @Override
    public String toString() {
        return value;
    }
}
