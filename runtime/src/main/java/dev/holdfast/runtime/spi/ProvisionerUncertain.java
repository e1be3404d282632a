// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.spi;

import dev.holdfast.core.attempt.EvidenceNote;

/**
 * A provider was asked and nobody can tell what came of it, or it cannot be asked at present: no answer, an answer that says
 * two things, a search without bounds. It proves nothing, neither that there is an allocation nor that there is none; the same
 * call may be made again.
 */
public final class ProvisionerUncertain extends Exception {
    private static final long serialVersionUID = 1;

    private final transient EvidenceNote evidence;

    public ProvisionerUncertain(EvidenceNote evidence) {
        super(evidence.summary());
        this.evidence = evidence;
    }

    public ProvisionerUncertain(EvidenceNote evidence, Throwable cause) {
        super(evidence.summary(), cause);
        this.evidence = evidence;
    }

    /** What was seen. */
    public EvidenceNote evidence() {
        return evidence;
    }
}
