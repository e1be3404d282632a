// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.table;

import dev.holdfast.benchmarks.run.Arguments;

/**
 * One measurement to take.
 *
 * @param subject of the subject package, or a peer
 * @param what of a peer: execute, enqueue, latency; empty for other subjects
 * @param processes side by side
 * @param name for people
 */
record Trial(String name, String subject, String what, Arguments arguments, int processes) {
    static Trial of(String name, String subject) {
        return new Trial(name, subject, "", Arguments.NONE, 1);
    }

    static Trial peer(String name, String peer, String what) {
        return new Trial(name, peer, what, Arguments.NONE, 1);
    }

    Trial with(String setting, Object value) {
        return new Trial(name, subject, what, arguments.with(setting, value), processes);
    }

    Trial in(int count) {
        return new Trial(name, subject, what, arguments, count);
    }

    Trial named(String newName) {
        return new Trial(newName, subject, what, arguments, processes);
    }
}
