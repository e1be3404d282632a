// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.definition;

import java.math.BigDecimal;

/**
 * The one way to write a decimal: no rounding, no zero that says nothing, no plus sign. Without an exponent as long as that
 * takes at most {@value #PLAIN} digits before or after the point; beyond, the digits as a whole number with an exponent,
 * such as {@code 15e-60}. Zero has no sign.
 */
final class CanonicalNumber {
    private static final int PLAIN = 40;

    /** Largest exponent, either way. A number beyond is a mistake, and nothing could ever compute with it. */
    private static final int MAX_EXPONENT = 9_999;

    private CanonicalNumber() {}

    static String write(String json) {
        BigDecimal value = exact(json);
        if (value.signum() == 0) {
            return "0";
        }
        int before = value.precision() - value.scale();
        if (before <= PLAIN && value.scale() <= PLAIN) {
            return value.toPlainString();
        }
        return value.scale() == 0
                ? value.unscaledValue().toString()
                : value.unscaledValue() + "e" + -(long) value.scale();
    }

    private static BigDecimal exact(String json) {
        try {
            BigDecimal value = new BigDecimal(json).stripTrailingZeros();
            if (value.signum() != 0 && Math.abs((long) value.scale()) > MAX_EXPONENT) {
                throw new IllegalArgumentException("the exponent of a number is at most " + MAX_EXPONENT);
            }
            return value;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("this number cannot be kept exactly: " + json, e);
        }
    }
}
