// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.runtime.local.StartFailed.Reason;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says why a command did not start. The Java platform only offers a message with the system's error number in it. */
final class StartFailures {
    private static final Pattern ERROR = Pattern.compile("error[=:] ?(\\d+)");
    private static final int NO_SUCH_FILE = 2;
    private static final int TOO_LONG = 7;
    private static final int NO_PERMISSION = 13;
    private static final int WRONG_FORMAT = 8;
    private static final int NOT_A_FOLDER = 20;
    private static final int NAME_TOO_LONG = 36;
    private static final int LINKS_IN_A_CIRCLE = 40;

    private StartFailures() {}

    /** The Java platform would put question marks for what the locale cannot write: another argument than was meant. */
    static void checkEncodable(List<String> arguments) throws StartFailed {
        CharsetEncoder encoder = nativeCharset().newEncoder();
        for (String argument : arguments) {
            if (argument.indexOf('\0') >= 0) {
                throw new StartFailed(Reason.ARGUMENT_NOT_ENCODABLE, "an argument has a zero byte in it");
            }
            if (!isPlain(argument) && !encoder.canEncode(argument)) {
                throw new StartFailed(
                        Reason.ARGUMENT_NOT_ENCODABLE,
                        "an argument has a character that the locale (" + encoder.charset()
                                + ") cannot write; set LC_ALL=C.UTF-8");
            }
        }
    }

    static StartFailed explain(CommandRequest request, IOException cause) {
        String program = request.arguments().getFirst();
        if (cause instanceof FileNotFoundException || cause.getCause() instanceof FileNotFoundException) {
            return new StartFailed(
                    Reason.OUTPUT_NOT_WRITABLE, "the output cannot be written: " + lastLine(cause), cause);
        }
        if (request.directory().filter(folder -> !Files.isDirectory(folder)).isPresent()) {
            return new StartFailed(
                    Reason.DIRECTORY_NOT_FOUND,
                    "no such directory: " + request.directory().get(),
                    cause);
        }
        return switch (errorNumber(cause).orElse(0)) {
            case NO_SUCH_FILE -> new StartFailed(Reason.PROGRAM_NOT_FOUND, "no such program: " + program, cause);
            case NO_PERMISSION -> new StartFailed(Reason.NOT_EXECUTABLE, "cannot be executed: " + program, cause);
            case TOO_LONG ->
                new StartFailed(
                        Reason.ARGUMENTS_TOO_LONG, "the arguments are too long for the operating system", cause);
            case WRONG_FORMAT, NOT_A_FOLDER, NAME_TOO_LONG, LINKS_IN_A_CIRCLE ->
                new StartFailed(
                        Reason.NOT_EXECUTABLE, "cannot be executed: " + program + ": " + lastLine(cause), cause);
            default -> new StartFailed(Reason.OTHER, "cannot start " + program + ": " + lastLine(cause), cause);
        };
    }

    private static OptionalInt errorNumber(IOException cause) {
        Matcher matcher = ERROR.matcher(String.valueOf(cause.getMessage()));
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }

    private static String lastLine(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return message.substring(message.lastIndexOf(": ") + 1).strip();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static Charset nativeCharset() {
        String name = System.getProperty("sun.jnu.encoding", System.getProperty("native.encoding", "UTF-8"));
        return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
    }
}
