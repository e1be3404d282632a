// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.spi.ToolProvider;

/**
 * Histories of the simulation for a person: {@code --seed N [--histories M] [--canary NAME]}. One history is told line by
 * line; several, those of the seeds from N on, are told by the one that breaks a promise. The command line finds this by
 * its name when the testkit is on its class path, so that the product does not need what judges it.
 *
 * <p>Ends with 0 when every promise held, 2 after wrong arguments, 8 when a promise was broken. Thread-safe.
 */
public final class SimulationTool implements ToolProvider {
    /** The name of this tool. */
    public static final String NAME = "holdfast-simulate";

    private static final int HELD = 0;
    private static final int USAGE = 2;
    private static final int BROKEN = 8;

    private record Asked(long seed, int histories, Optional<Canary> canary) {}

    /** As its provider. */
    public SimulationTool() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int run(PrintWriter out, PrintWriter err, String... arguments) {
        try {
            return run(out, read(List.of(arguments).iterator()));
        } catch (IllegalArgumentException e) {
            err.println(NAME + ": " + e.getMessage());
            return USAGE;
        }
    }

    private static Asked read(Iterator<String> words) {
        long seed = 1;
        int histories = 1;
        Optional<Canary> canary = Optional.empty();
        while (words.hasNext()) {
            String name = words.next();
            if (!words.hasNext()) {
                throw new IllegalArgumentException(name + " has no value");
            }
            String value = words.next();
            switch (name) {
                case "--seed" -> seed = Long.parseLong(value);
                case "--histories" -> histories = Integer.parseInt(value);
                case "--canary" -> canary = Optional.of(canary(value));
                default -> throw new IllegalArgumentException("no such option: " + name);
            }
        }
        if (histories < 1) {
            throw new IllegalArgumentException("--histories is 1 or more, not " + histories);
        }
        return new Asked(seed, histories, canary);
    }

    private static Canary canary(String name) {
        String constant = name.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(Canary.values())
                .filter(each -> each.name().equals(constant))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no canary is called " + name + "; there are " + Arrays.toString(Canary.values())));
    }

    private static int run(PrintWriter out, Asked asked) {
        Options options = Options.standard();
        if (asked.histories() == 1) {
            options = options.withListener(out::println);
        }
        if (asked.canary().isPresent()) {
            options = options.withLedger(asked.canary().get()::ledger);
        }
        Statistics all = new Statistics();
        for (long seed = asked.seed(); seed < asked.seed() + asked.histories(); seed++) {
            try {
                all.addAll(Simulation.run(seed, options));
            } catch (InvariantBroken broken) {
                out.println(asked.histories() == 1 ? broken.summary() : broken.getMessage());
                asked.canary().ifPresent(canary -> out.println("with --canary " + canary));
                out.flush();
                return BROKEN;
            }
        }
        out.print(all);
        out.println(
                "every promise held in " + asked.histories() + (asked.histories() == 1 ? " history" : " histories"));
        out.flush();
        return HELD;
    }
}
