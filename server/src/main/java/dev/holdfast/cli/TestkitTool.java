// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.spi.ToolProvider;
import picocli.CommandLine;

/**
 * A tool of the testkit, found by its name. The testkit judges the product and is no part of it, so that the command has
 * it only where somebody put it on the class path, as the launcher of a source tree does.
 */
record TestkitTool(String name) {
    /** Runs the tool; it says on {@code err} what is wrong with its arguments. */
    int run(CommandLine line, List<String> arguments) {
        PrintWriter out = line.getOut();
        ToolProvider tool = ToolProvider.findFirst(name)
                .orElseThrow(() -> new CliException(
                        ExitCode.USAGE,
                        "'" + line.getCommandSpec().qualifiedName()
                                + "' needs the testkit on the class path, as ./holdfast of a source tree has it"));
        int exit = tool.run(out, line.getErr(), arguments.toArray(String[]::new));
        out.flush();
        return exit;
    }
}
