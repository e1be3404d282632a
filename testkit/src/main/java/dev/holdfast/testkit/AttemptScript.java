// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Decision;
import dev.holdfast.core.attempt.AttemptCommand;
import dev.holdfast.core.ledger.Ledger;
import java.util.List;

/** Commands about attempts as scenarios have them, a line each, given to a ledger. */
public final class AttemptScript {
    /** An attempt "a" of the owner "o", from its creation to a runtime that works. */
    public static final List<String> WORKING = List.of(
            "create a",
            "begin a",
            "allocate a",
            "register a as=i",
            "admit a p kind=probe key=probe generation=1",
            "done a p generation=1",
            "ready a generation=1",
            "admit a run key=work generation=1");

    private final Ledger ledger;
    private final AttemptCommands commands = new AttemptCommands();

    public AttemptScript(Ledger ledger) {
        this.ledger = ledger;
    }

    /** The decisions, in order. */
    public List<Decision> play(List<String> lines) {
        return lines.stream().map(this::play).toList();
    }

    /** The command of a line; its claim is the newest that was won here. */
    public AttemptCommand<?> command(String line) {
        Words words = new Words(line);
        AttemptCommand<?> command = commands.parse(words.next("verb"), words);
        words.checkAllRead();
        return command;
    }

    private Decision play(String line) {
        AttemptCommand<?> command = command(line);
        Decision decision = ledger.submit(command);
        commands.learn(command, decision);
        return decision;
    }
}
