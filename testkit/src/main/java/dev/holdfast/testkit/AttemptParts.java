// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.Digest;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.Instruction;
import dev.holdfast.core.attempt.OperationKind;
import dev.holdfast.core.attempt.OutcomeText;
import dev.holdfast.core.attempt.Preparation;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.core.attempt.Workspace;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The parts of commands about attempts, from few words. */
final class AttemptParts {
    private AttemptParts() {}

    /** {@code workload=X}, and {@code roots=a,b} for a workspace. */
    static Instruction instruction(Words words) {
        Optional<Workspace> workspace = words.take("roots")
                .map(roots -> new Workspace(
                        Workspace.Provisioning.CREATE,
                        Workspace.Custody.DISPOSABLE,
                        List.of(roots.split(",")).stream()
                                .map(id -> new Workspace.Root(id, "src/" + id, Optional.empty()))
                                .toList(),
                        List.of()));
        return new Instruction(
                "instruction", "1", words.take("workload").orElse("work"), "1", "{}", workspace, Set.of());
    }

    static AllocationRef reference(String provider, String name) {
        return new AllocationRef(new ProviderId(provider), "{\"name\":\"" + name + "\"}");
    }

    static EvidenceNote evidence(Words words) {
        return evidence(words.take("saw").orElse("it"));
    }

    static EvidenceNote evidence(String summary) {
        return EvidenceNote.of("test", summary, "2026-01-01T00:00:00+01:00");
    }

    static OperationKind kind(Words words) {
        return switch (words.take("kind").orElse("run")) {
            case "probe" -> OperationKind.PROBE;
            case "run" -> OperationKind.WORKFLOW_RUN;
            case "prepare" -> OperationKind.PREPARATION;
            case "invoke" -> OperationKind.INVOCATION;
            default -> throw new ScenarioError("a kind is probe, run, prepare or invoke");
        };
    }

    static Preparation preparation(Words words) {
        Map<String, String> roots = new TreeMap<>();
        words.take("roots").ifPresent(ids -> List.of(ids.split(",")).forEach(id -> roots.put(id, "/w/" + id)));
        return new Preparation("/w", roots);
    }

    /** Numbers are the same outcome when their values are. */
    static OutcomeText outcome(String text) {
        String form = text.matches("-?\\d+(\\.\\d+)?")
                ? new BigDecimal(text).stripTrailingZeros().toPlainString()
                : text;
        return new OutcomeText(text, Digest.of(form.getBytes(StandardCharsets.UTF_8)));
    }
}
