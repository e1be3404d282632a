// SPDX-License-Identifier: Apache-2.0
/** Runs work against any ledger: what applications use, and what they can put in place of its parts. */
module dev.holdfast.runtime {
    requires transitive dev.holdfast.core;
    requires transitive java.sql;
    requires dev.holdfast.jdbc;
    requires com.cronutils;
    requires dev.holdfast.client;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires static org.jspecify;

    exports dev.holdfast;
    exports dev.holdfast.runtime.definition;
    exports dev.holdfast.runtime.local;
    exports dev.holdfast.runtime.logic;
    exports dev.holdfast.runtime.schedule;
    exports dev.holdfast.runtime.spi;
}
