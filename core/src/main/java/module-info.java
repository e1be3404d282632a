// SPDX-License-Identifier: Apache-2.0
/** The model of the ledger, its rules and its contracts. Needs nothing but {@code java.base} to run. */
module dev.holdfast.core {
    requires static org.jspecify;

    exports dev.holdfast.core;
    exports dev.holdfast.core.attempt;
    exports dev.holdfast.core.ledger;
    exports dev.holdfast.core.memory;
    exports dev.holdfast.core.target;
    exports dev.holdfast.core.work;
}
