// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import dev.holdfast.cli.Terminal;
import dev.holdfast.cli.Text;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Shows how far the run is: a bar that is drawn over on a terminal, a line now and then elsewhere. Messages appear above
 * the bar. Thread-safe.
 */
final class Progress {
    /** Outside a terminal: seldom enough for a log. */
    private static final Duration PLAIN_EVERY = Duration.ofSeconds(10);

    private final PrintWriter err;
    private final boolean interactive;
    private final boolean color;
    private final long startedNanos;
    private Duration lastPlain = Duration.ZERO;
    private boolean drawn;

    Progress(PrintWriter err, long startedNanos) {
        this.err = err;
        this.interactive = Terminal.isInteractive();
        this.color = Terminal.hasColor();
        this.startedNanos = startedNanos;
    }

    /** A message of its own line. */
    synchronized void say(String message) {
        erase();
        err.println(Text.oneLine(message));
        err.flush();
    }

    /** Called a few times a second. */
    synchronized void show(Tally tally, long nowNanos) {
        Duration elapsed = Duration.ofNanos(nowNanos - startedNanos);
        if (interactive) {
            erase();
            err.print(bar(tally, elapsed));
            err.flush();
            drawn = true;
        } else if (elapsed.minus(lastPlain).compareTo(PLAIN_EVERY) >= 0) {
            lastPlain = elapsed;
            err.println(sentence(tally, elapsed));
            err.flush();
        }
    }

    synchronized void finish() {
        erase();
        err.flush();
    }

    private void erase() {
        if (drawn) {
            err.print("\r\033[K");
            drawn = false;
        }
    }

    private String bar(Tally tally, Duration elapsed) {
        String text = " " + sentence(tally, elapsed);
        int room = Math.max(10, Math.min(30, Terminal.width() - text.length() - 3));
        int full = tally.total() == 0 ? 0 : (int) (tally.ended() * room / tally.total());
        String done = "#".repeat(full);
        String bar = "[" + (color ? "\033[32m" + done + "\033[0m" : done) + "-".repeat(room - full) + "]";
        return bar + Text.shorten(text, Math.max(10, Terminal.width() - room - 3));
    }

    private static String sentence(Tally tally, Duration elapsed) {
        StringBuilder text = new StringBuilder();
        text.append(Text.count(tally.ended())).append('/').append(Text.count(tally.total()));
        text.append(tally.allRead() ? "" : "+");
        append(text, tally.running(), "running");
        append(text, tally.failed(), "failed");
        append(text, tally.uncertain(), "uncertain");
        double perSecond = tally.endedNow() * 1000.0 / Math.max(1, elapsed.toMillis());
        if (perSecond > 0) {
            text.append(String.format(java.util.Locale.ROOT, perSecond < 10 ? "  %.1f/s" : "  %,.0f/s", perSecond));
            long left = tally.total() - tally.ended();
            if (tally.allRead() && left > 0) {
                text.append("  ")
                        .append(Text.duration(Duration.ofMillis((long) (left * 1000 / perSecond))))
                        .append(" left");
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, long number, String what) {
        if (number > 0) {
            text.append("  ").append(Text.count(number)).append(' ').append(what);
        }
    }

    /**
     * A run in numbers.
     *
     * @param total units of the run
     * @param ended of them, before and now
     * @param endedNow of them, since this runner started
     * @param running commands of this runner
     * @param allRead whether the input has been read to its end
     */
    record Tally(long total, long ended, long endedNow, long running, long failed, long uncertain, boolean allRead) {}
}
