// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.Output;
import dev.holdfast.cli.Text;
import dev.holdfast.cli.Views;
import dev.holdfast.core.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells the user how commands ended. Output of commands that has no results folder goes to standard output and standard
 * error, one unit after the other, never mixed. Thread-safe.
 */
final class Report {
    /** More failures than this are only counted: the ledger lists them. */
    private static final int FAILURES_SHOWN = 20;

    /** Most bytes of a command's output in JSON; {@code --results} keeps all of it. */
    private static final int MOST_JSON_OUTPUT = 1 << 20;

    private final Output output;
    private final OutputStream out;
    private final OutputStream err;
    private final Progress progress;
    private final boolean printsOutput;
    private int failuresShown;

    /** @param printsOutput whether commands print to this process's own output */
    Report(Output output, OutputStream out, OutputStream err, Progress progress, boolean printsOutput) {
        this.output = output;
        this.out = out;
        this.err = err;
        this.progress = progress;
        this.printsOutput = printsOutput;
    }

    /** The output is deleted once it is printed, so that nobody prints it again. */
    synchronized void ended(UnitFiles files, byte[] line, CommandResult result) throws IOException {
        if (printsOutput) {
            progress.finish();
            if (!output.isJson()) {
                print(files.out(), out);
            }
            print(files.err(), err);
        }
        if (output.isJson()) {
            output.printJson(members(files, line, result));
        }
        if (printsOutput) {
            Files.deleteIfExists(files.out());
            Files.deleteIfExists(files.err());
        }
    }

    /** A unit that has failed for good. */
    synchronized void failed(String code, Payload line, String work, String detail) {
        if (failuresShown++ < FAILURES_SHOWN) {
            String shown = Text.shorten(Text.oneLine(Views.text(line)), 60);
            progress.say("failed (" + code + "): " + shown + (detail.isEmpty() ? "" : ": " + detail) + "  [work " + work
                    + "]");
        } else if (failuresShown == FAILURES_SHOWN + 1) {
            progress.say("more failures follow; 'holdfast work list --state failed' shows all");
        }
    }

    void say(String message) {
        progress.say(message);
    }

    private static void print(Path file, OutputStream to) throws IOException {
        try {
            Files.copy(file, to);
            to.flush();
        } catch (NoSuchFileException e) {
            return; // printed before the runner died
        }
    }

    /** As much of a file as fits into a line of JSON that somebody may still want to read. */
    private static String start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arguments.display(in.readNBytes(MOST_JSON_OUTPUT));
        }
    }

    private Map<String, Object> members(UnitFiles files, byte[] line, CommandResult result) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("work", result.work().value());
        members.put("line", Arguments.display(line));
        members.put(
                "end", result.end().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        members.put(result.end() == CommandResult.End.KILLED ? "signal" : "exit", result.number());
        members.put("attempt", result.attempt());
        members.put("seconds", result.took().toMillis() / 1000.0);
        if (printsOutput && Files.exists(files.out())) {
            members.put("stdout", start(files.out()));
        }
        return members;
    }
}
