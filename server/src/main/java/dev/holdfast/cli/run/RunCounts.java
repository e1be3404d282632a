// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

/**
 * The lines of a run in numbers.
 *
 * @param left that wait or run
 * @param uncertain whose outcome is not known
 * @param failed that ended, not with success
 */
record RunCounts(long left, long uncertain, long succeeded, long failed) {
    long ended() {
        return succeeded + failed;
    }

    long total() {
        return left + uncertain + ended();
    }
}
