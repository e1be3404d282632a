// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.target;

import java.util.Comparator;

/**
 * One reason why a target cannot be used. Every reason is an error: there is no lesser one that a caller could overlook.
 *
 * @param code stable, for programs
 * @param path JSON pointer to what asks for more than there is
 * @param required what is asked for, in words
 * @param offered what there is
 */
public record TargetDiagnostic(String code, String path, String required, String offered)
        implements Comparable<TargetDiagnostic> {
    private static final Comparator<TargetDiagnostic> ORDER = Comparator.comparing(TargetDiagnostic::code)
            .thenComparing(TargetDiagnostic::path)
            .thenComparing(TargetDiagnostic::required)
            .thenComparing(TargetDiagnostic::offered);

    @Override
    public int compareTo(TargetDiagnostic other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return code + " at " + path + ": required " + required + ", offered " + offered;
    }
}
