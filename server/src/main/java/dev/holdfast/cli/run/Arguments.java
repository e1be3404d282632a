// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Hands bytes over as arguments. The Java platform takes text and encodes it in the locale's character set, which cannot
 * say every byte: file names need not be UTF-8. Arguments that it cannot say are written as octal numbers, which a shell
 * turns into bytes and passes on to the command; no byte of theirs is ever read as a part of a script.
 */
final class Arguments {
    private static final Charset NATIVE = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    private static final String SHELL = "/bin/sh";

    private Arguments() {}

    /** Empty when an argument has a zero byte: no program can be given that. */
    static Optional<List<String>> of(List<byte[]> arguments) {
        List<String> words = new ArrayList<>(arguments.size());
        boolean exact = true;
        for (byte[] argument : arguments) {
            if (contains(argument, (byte) 0)) {
                return Optional.empty();
            }
            String word = new String(argument, NATIVE);
            exact &= Arrays.equals(word.getBytes(NATIVE), argument);
            words.add(word);
        }
        return Optional.of(exact ? words : throughShell(arguments));
    }

    private static List<String> throughShell(List<byte[]> arguments) {
        StringBuilder script = new StringBuilder();
        StringBuilder call = new StringBuilder("exec");
        for (int i = 0; i < arguments.size(); i++) {
            // The x keeps newlines at the end, which the shell would drop.
            script.append("a")
                    .append(i)
                    .append("=$(printf '")
                    .append(octal(arguments.get(i)))
                    .append("x')\n");
            call.append(" \"${a").append(i).append("%x}\"");
        }
        return List.of(SHELL, "-c", script.append(call).toString());
    }

    private static String octal(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * 4);
        for (byte each : bytes) {
            boolean plain = (each >= '0' && each <= '9')
                    || (each >= 'a' && each <= 'z')
                    || (each >= 'A' && each <= 'Z')
                    || each == '/'
                    || each == '.';
            text.append(plain ? String.valueOf((char) each) : "\\%03o".formatted(each & 0xff));
        }
        return text.toString();
    }

    private static boolean contains(byte[] bytes, byte wanted) {
        for (byte each : bytes) {
            if (each == wanted) {
                return true;
            }
        }
        return false;
    }

    /** The line as text for people. */
    static String display(byte[] line) {
        return new String(line, StandardCharsets.UTF_8);
    }
}
