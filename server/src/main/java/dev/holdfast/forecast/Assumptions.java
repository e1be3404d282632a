// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.forecast;

import java.time.Duration;
import java.util.Optional;

/**
 * What a forecast goes by.
 *
 * @param crew who works; empty: the workers that were captured alive
 * @param horizon how far it looks
 */
public record Assumptions(RunTimes runTimes, Optional<Crew> crew, Duration horizon) {}
