// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;

/**
 * What tells two contents apart.
 *
 * @param algorithm of the digest
 * @param canonicalisation how the content was written before it was digested: equal contents are written alike
 * @param value the digest as text
 */
public record Fingerprint(String algorithm, String canonicalisation, String value) {
    public Fingerprint {
        Names.check("fingerprint algorithm", algorithm);
        Names.check("canonicalisation", canonicalisation);
        Names.check("fingerprint", value);
    }
}
