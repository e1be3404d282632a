// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Asks a person before something is written. Anything but a clear yes is a no. */
final class Confirmation {
    private static final Set<String> YES = Set.of("y", "yes");

    private Confirmation() {}

    static boolean isGiven(String question, BufferedReader answers, PrintWriter questions) {
        questions.print(question + " [y/N] ");
        questions.flush();
        try {
            return Optional.ofNullable(answers.readLine())
                    .map(line -> line.strip().toLowerCase(Locale.ROOT))
                    .filter(YES::contains)
                    .isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
