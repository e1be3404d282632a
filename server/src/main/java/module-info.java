// SPDX-License-Identifier: Apache-2.0
/** The {@code holdfast} command; nothing here is for other programs. */
module dev.holdfast.server {
    requires dev.holdfast.client;
    requires dev.holdfast.jdbc;
    requires dev.holdfast.runtime;
    requires info.picocli;
    requires io.javalin;
    requires java.logging;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;
    requires static org.jspecify;
    // Looked up by name in Signals, so that nothing fails where it is missing.
    requires static jdk.unsupported;

    uses dev.holdfast.core.ledger.ScenarioMaker;

    opens dev.holdfast.cli to
            info.picocli;
    opens dev.holdfast.cli.run to
            info.picocli;
    opens dev.holdfast.cli.torture to
            info.picocli;
}
