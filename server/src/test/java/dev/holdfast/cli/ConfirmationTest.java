// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only a clear yes is one. */
class ConfirmationTest {
    @ParameterizedTest
    @CsvSource({"y, true", "YES, true", "' y ', true", "n, false", "yep, false", "'', false", ", false"})
    void onlyAClearYesIsOne(String answer, boolean given) {
        StringWriter asked = new StringWriter();
        BufferedReader answers = new BufferedReader(new StringReader(answer == null ? "" : answer + "\n"));

        assertThat(Confirmation.isGiven("really?", answers, new PrintWriter(asked)))
                .isEqualTo(given);
        assertThat(asked).hasToString("really? [y/N] ");
    }
}
