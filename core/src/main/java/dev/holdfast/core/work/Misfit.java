// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.List;

/** What is asked for and not offered: the sort of demand and its value. */
public record Misfit(String what, String value) {
    static final String KIND = "kind";
    static final String DEFINITION = "definition";

    /** The revision is offered, with another content. */
    static final String FINGERPRINT = "fingerprint";

    static final String IR_VERSION = "IR version";
    static final String GUARANTEE = "guarantee";
    static final String CAPABILITY = "capability";
    static final String AFFINITY = "affinity";
    static final String RESOURCE = "resource";

    /** In which demands are checked. */
    static final List<String> ORDER =
            List.of(KIND, DEFINITION, FINGERPRINT, IR_VERSION, GUARANTEE, CAPABILITY, AFFINITY, RESOURCE);

    @Override
    public String toString() {
        return what + " " + value;
    }
}
