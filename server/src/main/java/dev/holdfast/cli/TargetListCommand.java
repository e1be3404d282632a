// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.target.TargetProfile;
import dev.holdfast.core.target.TargetProfiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code holdfast target list}. */
@Command(name = "list", description = "List the profiles of platforms.", mixinStandardHelpOptions = true)
final class TargetListCommand implements Callable<Integer> {
    @Mixin
    private Output output;

    @Override
    public Integer call() {
        output.print(
                TargetProfiles.ALL.stream().map(TargetListCommand::row).toList(),
                List.of("target", "strategy", "affinity", "bounded"));
        return ExitCode.DONE;
    }

    private static Map<String, Object> row(TargetProfile profile) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("target", profile.name());
        row.put("strategy", profile.strategy().name());
        row.put("affinity", profile.affinity());
        row.put("bounded", profile.bounded());
        row.put("guarantees", profile.guarantees().stream().map(Enum::name).toList());
        row.put("recoveries", profile.recoveries().stream().map(Enum::name).toList());
        return row;
    }
}
