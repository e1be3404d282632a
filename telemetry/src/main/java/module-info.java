// SPDX-License-Identifier: Apache-2.0
/** What a ledger and a worker do, as metrics and traces: for Micrometer or OpenTelemetry, whichever is there. */
module dev.holdfast.telemetry {
    requires transitive dev.holdfast.core;
    requires transitive dev.holdfast.runtime;
    requires static transitive micrometer.core;
    requires static transitive io.opentelemetry.api;
    requires static io.opentelemetry.context;
    requires static org.jspecify;

    exports dev.holdfast.telemetry;
}
