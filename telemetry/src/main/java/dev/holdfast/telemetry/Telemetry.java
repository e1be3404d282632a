// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import java.util.List;

/**
 * Where metrics go: {@link MicrometerTelemetry} or {@link OpenTelemetryTelemetry}. The library behind it is an optional
 * dependency, to be brought by the application; the other one need not be there. Thread-safe.
 */
public abstract sealed class Telemetry permits MicrometerTelemetry, OpenTelemetryTelemetry {
    /** The name under which instruments and spans are made. Stable. */
    public static final String SCOPE = "dev.holdfast";

    /** One series of a counter, timer or distribution. */
    interface Series {
        /** @param amount how many; of a timer, nanoseconds */
        void add(long amount);
    }

    Telemetry() {}

    /**
     * A series of anything but a gauge.
     *
     * @param values one for each tag of the instrument, in order
     */
    abstract Series series(Instrument instrument, List<String> values);

    /** Shows these readings of a gauge from now on, and no others. Who looks at them never waits. */
    abstract void show(Instrument gauge, List<Reading> readings);

    /** Spans of calls and runs. */
    abstract Traces traces();
}
