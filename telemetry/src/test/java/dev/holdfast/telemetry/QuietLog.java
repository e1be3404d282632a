// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** For tests that provoke trouble, whose log would bury what a build has to say. */
final class QuietLog implements BeforeAllCallback, AfterAllCallback {
    /** Held, because the logging system only holds its loggers weakly. */
    private static final Logger LOGGER = Logger.getLogger("dev.holdfast");

    @Override
    public void beforeAll(ExtensionContext context) {
        LOGGER.setLevel(Level.OFF);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        LOGGER.setLevel(null);
    }
}
