// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;

/** What the command says of itself. */
public final class HelpTexts {
    private HelpTexts() {}

    /** The help of each command and subcommand, by its full name. */
    public static Map<String, String> all() {
        Map<String, String> texts = new TreeMap<>();
        add(texts, Main.commandLine());
        return texts;
    }

    private static void add(Map<String, String> texts, CommandLine line) {
        texts.put(line.getCommandSpec().qualifiedName(), line.getUsageMessage(CommandLine.Help.Ansi.OFF));
        line.getSubcommands().values().forEach(each -> add(texts, each));
    }
}
