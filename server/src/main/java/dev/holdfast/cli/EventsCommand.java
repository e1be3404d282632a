// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.PoolId;
import dev.holdfast.core.ledger.Ledger;
import dev.holdfast.core.work.Event;
import dev.holdfast.core.work.EventCursor;
import dev.holdfast.core.work.Events;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code holdfast events}. */
@Command(
        name = "events",
        description = {
            "Tell what became of the units of pools that are recorded ('holdfast pool record'): that they were"
                    + " admitted, wait again, ended, in order and each once."
        },
        mixinStandardHelpOptions = true)
final class EventsCommand implements Callable<Integer> {
    /** A feed is looked at so often while nothing comes. */
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    @Option(names = "--after", paramLabel = "CURSOR", description = "go on where the last look ended")
    private String after;

    @Option(names = "--pool", paramLabel = "POOL", description = "only of this pool")
    private String pool;

    @Option(names = "--sort", paramLabel = "SORT", split = ",", description = "only these: admitted, ready, ended")
    private Set<Event.Sort> sorts;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "at most so many at once, 1 to 1000 (default: 1000)")
    private int limit;

    @Option(names = "--follow", description = "wait for more until somebody stops this; with --json a line for each")
    private boolean follow;

    @Mixin
    private LedgerOption ledger;

    @Mixin
    private Output output;

    @Override
    public Integer call() {
        Events query = query();
        try (Ledger open = ledger.openExisting()) {
            if (follow) {
                follow(open, query);
            } else {
                once(open.ask(query));
            }
        }
        return ExitCode.DONE;
    }

    private Events query() {
        if (limit < 1 || limit > Events.MAX) {
            throw new CliException(ExitCode.USAGE, "--limit is 1 to " + Events.MAX + ", not " + limit);
        }
        try {
            return new Events(
                    after == null ? EventCursor.START : EventCursor.parse(after),
                    Optional.ofNullable(pool).map(PoolId::new),
                    sorts == null ? EnumSet.allOf(Event.Sort.class) : sorts,
                    limit);
        } catch (IllegalArgumentException e) {
            throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private void once(Events.Found found) {
        List<Map<String, Object>> rows =
                found.events().stream().map(EventsCommand::row).toList();
        if (output.isJson()) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("events", rows);
            members.put("after", found.next().toString());
            members.put("recorded", found.recorded());
            members.put("heldBack", found.heldBack());
            members.put("forgotten", found.forgotten());
            output.printJson(members);
            return;
        }
        output.print(rows, List.of("event", "work", "life", "pool", "at", "due", "origin", "status"));
        warn(found);
        output.err().println("next: --after " + found.next());
    }

    private void warn(Events.Found found) {
        if (found.forgotten()) {
            output.err().println("some events after this cursor are no longer kept");
        }
        if (found.heldBack()) {
            output.err().println("there are more, behind a transaction that has not ended");
        }
        if (!found.recorded()) {
            output.err().println("nothing is recorded now; 'holdfast pool record' starts it");
        }
    }

    /** Each page ends with the place to go on from, so that a reader that died begins there. */
    private void follow(Ledger open, Events query) {
        Events next = query;
        boolean told = false;
        while (!output.out().checkError()) {
            Events.Found found = open.ask(next);
            if (!told || found.forgotten()) {
                warn(found);
                told = true;
            }
            for (Event event : found.events()) {
                print(row(event));
            }
            if (!found.events().isEmpty()) {
                print(Map.of("after", found.next().toString()));
                output.out().flush();
            } else {
                LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            }
            next = new Events(found.next(), next.pool(), next.sorts(), next.limit());
        }
    }

    private void print(Map<String, Object> row) {
        if (output.isJson()) {
            output.printJson(row);
        } else {
            output.out().println(Table.cell(row));
        }
    }

    private static Map<String, Object> row(Event event) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("event", event.sort().name().toLowerCase(Locale.ROOT));
        row.put("work", event.work().value());
        row.put("pool", event.pool().value());
        row.put("life", event.life());
        switch (event) {
            case Event.Admitted admitted -> {
                row.put("at", admitted.at().toString());
                row.put("due", admitted.due().toString());
            }
            case Event.Ready ready -> {
                row.put("due", ready.due().toString());
                row.put("origin", ready.origin().name().toLowerCase(Locale.ROOT));
            }
            case Event.Ended ended -> {
                row.put("at", ended.at().toString());
                row.put("status", Views.word(ended.status()));
            }
        }
        return row;
    }
}
