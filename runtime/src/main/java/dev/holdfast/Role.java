// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

/** A {@link Step} that is being driven. Starts once and stops once; asking again changes nothing. */
interface Role {
    void start();

    /** Runs the step soon, whatever it said about when. */
    void wake();

    /** Lets the running step end and returns when it has. */
    void stop();
}
