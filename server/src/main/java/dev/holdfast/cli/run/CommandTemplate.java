// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.Text;
import dev.holdfast.core.Digest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command that is run for each line. Every {@code {}} stands for the line; a template without one gets the line as
 * its last argument. Arguments are passed as they are, never through a shell.
 */
record CommandTemplate(List<String> words) {
    private static final String PLACE = "{}";
    private static final byte[] PLACE_BYTES = PLACE.getBytes(StandardCharsets.US_ASCII);

    CommandTemplate {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("no command given: write it after --, such as: -- sha256sum {}");
        }
        words = words.stream().anyMatch(word -> word.contains(PLACE)) ? List.copyOf(words) : withPlace(words);
    }

    private static List<String> withPlace(List<String> words) {
        List<String> all = new ArrayList<>(words);
        all.add(PLACE);
        return List.copyOf(all);
    }

    /** The arguments for one line, as bytes. */
    List<byte[]> arguments(byte[] line) {
        return words.stream().map(word -> replaced(word, line)).toList();
    }

    private static byte[] replaced(String word, byte[] line) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream(bytes.length + line.length);
        int at = 0;
        while (at < bytes.length) {
            if (at + 1 < bytes.length && bytes[at] == PLACE_BYTES[0] && bytes[at + 1] == PLACE_BYTES[1]) {
                out.writeBytes(line);
                at += 2;
            } else {
                out.write(bytes[at++]);
            }
        }
        return out.toByteArray();
    }

    /** As one would type it. */
    String text() {
        return words.stream()
                .map(word -> word.equals(PLACE) ? word : Text.shellWord(word))
                .collect(Collectors.joining(" "));
    }

    Digest digest() {
        return Digest.ofFields(words.toArray(new String[0]));
    }

    /** The name of a run that was given none: the command's own name and a part of the template's digest. */
    String defaultName() {
        String command = words.getFirst();
        String base = command.substring(command.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "");
        return (base.isEmpty() ? "run" : base.substring(0, Math.min(base.length(), 40))) + "-"
                + digest().shortText().substring(0, 6);
    }
}
