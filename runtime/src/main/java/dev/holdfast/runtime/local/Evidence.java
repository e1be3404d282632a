// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.ledger.LedgerClock;
import java.util.Optional;

/** Writes down what a provisioner saw, when it saw it. */
final class Evidence {
    private static final int LONGEST = 512;

    private final String source;
    private final LedgerClock clock;

    Evidence(String source, LedgerClock clock) {
        this.source = source;
        this.clock = clock;
    }

    EvidenceNote of(String summary) {
        return note(summary, Optional.empty());
    }

    EvidenceNote of(String summary, String code) {
        return note(summary, Optional.of(code));
    }

    private EvidenceNote note(String summary, Optional<String> code) {
        String bounded = summary.length() > LONGEST ? summary.substring(0, LONGEST - 1) + "…" : summary;
        return new EvidenceNote(source, bounded, clock.now().toString(), code);
    }
}
