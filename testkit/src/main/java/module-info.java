// SPDX-License-Identifier: Apache-2.0
/** The conformance suite that every store has to pass, a clock to turn by hand, and the simulator. */
module dev.holdfast.testkit {
    requires transitive dev.holdfast.core;
    // The driver's data source mentions its types.
    requires java.naming;
    requires transitive java.sql;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires static org.jspecify;
    // For who tests against PostgreSQL.
    requires static transitive org.postgresql.jdbc;
    requires static embedded.postgres;

    provides dev.holdfast.core.ledger.ScenarioMaker with
            dev.holdfast.testkit.RecordedScenario;
    provides java.util.spi.ToolProvider with
            dev.holdfast.testkit.simulation.SimulationTool;

    exports dev.holdfast.testkit;
    exports dev.holdfast.testkit.equivalence;
    exports dev.holdfast.testkit.postgres;
    exports dev.holdfast.testkit.simulation;

    opens dev.holdfast.testkit to
            org.junit.platform.commons;
}
