// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

/**
 * One of several units that are submitted together, see {@link Holdfast#submitTogether}.
 *
 * @param payload as {@link Holdfast#submit(String, Object, SubmitOptions)} takes it
 */
public record NewWork(String kind, Object payload, SubmitOptions options) {
    /** With no options. */
    public NewWork(String kind, Object payload) {
        this(kind, payload, SubmitOptions.none());
    }
}
