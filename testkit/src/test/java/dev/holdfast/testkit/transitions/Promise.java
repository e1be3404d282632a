// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.transitions;

import dev.holdfast.core.work.Guarantee;
import dev.holdfast.core.work.Recovery;
import dev.holdfast.core.work.Submission;
import java.util.ArrayList;
import java.util.List;

/** What a submitter says about running twice, and what may be done after a loss: the pairs that core admits. */
record Promise(Guarantee guarantee, Recovery recovery) {
    static List<Promise> all() {
        List<Promise> all = new ArrayList<>();
        for (Guarantee guarantee : Guarantee.values()) {
            for (Recovery recovery : Recovery.values()) {
                Promise promise = new Promise(guarantee, recovery);
                if (promise.isAllowed()) {
                    all.add(promise);
                }
            }
        }
        return all;
    }

    private boolean isAllowed() {
        try {
            return submission().requirements().recovery() == recovery;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    Submission submission() {
        return OneUnit.submission().guarantee(guarantee).recovery(recovery).build();
    }
}
