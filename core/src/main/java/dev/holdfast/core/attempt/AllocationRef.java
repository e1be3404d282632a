// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

/**
 * Names an allocation at its provider.
 *
 * @param data what the provider needs to find it again: a JSON object in canonical form, at most 65,536 characters, so that
 *     equal references are equal as records. Never interpreted
 */
public record AllocationRef(ProviderId provider, String data) {
    /** Of the form of references that this is. */
    public static final int VERSION = 1;

    public AllocationRef {
        Bounds.text("the data of an allocation", data, Bounds.DOCUMENT);
        if (!data.startsWith("{") || !data.endsWith("}")) {
            throw new IllegalArgumentException("the data of an allocation is a JSON object in canonical form");
        }
    }
}
