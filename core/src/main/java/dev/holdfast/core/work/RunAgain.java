// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/**
 * May it run again unasked? The one rule that decides what a release, a loss or a failed run becomes.
 *
 * <pre>
 * evidence                 AT_LEAST_ONCE   IDEMPOTENT      ATOMIC   RECONCILED
 * NOT_STARTED NOT_APPLIED  yes             yes             yes      yes
 * APPLIED                  no              yes             yes (1)  no
 * UNKNOWN AMBIGUOUS lost   by recovery     by recovery     yes      by recovery
 * </pre>
 *
 * <p>By recovery: REDISPATCH yes, RECONCILE_BEFORE_REDISPATCH no. (1) A release of ATOMIC work that was APPLIED is refused
 * before this rule is asked: it has to be settled.
 *
 * <p><em>No</em> makes the unit UNCERTAIN, whatever its budgets. <em>Yes</em> makes it, in this order: CANCELLED when that
 * was requested; POISONED when its attempts or losses are used up; QUEUED otherwise.
 */
final class RunAgain {
    private RunAgain() {}

    static boolean mayRunAgain(Requirements requirements, Evidence evidence) {
        Guarantee guarantee = requirements.eligibility().guarantee();
        return switch (evidence) {
            case NOT_STARTED, NOT_APPLIED -> true;
            case APPLIED -> guarantee == Guarantee.IDEMPOTENT || guarantee == Guarantee.ATOMIC;
            case UNKNOWN, AMBIGUOUS -> guarantee == Guarantee.ATOMIC || requirements.recovery() == Recovery.REDISPATCH;
        };
    }
}
