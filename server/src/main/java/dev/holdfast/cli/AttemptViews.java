// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.Control;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.EvidenceLog;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.Holder;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.LateOutcome;
import dev.holdfast.core.attempt.Operation;
import dev.holdfast.core.attempt.OutcomeText;
import dev.holdfast.core.attempt.ProviderOperation;
import dev.holdfast.core.attempt.Settlement;
import dev.holdfast.core.attempt.ShowAttempt;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Execution attempts as members for {@link Output}. */
final class AttemptViews {
    private AttemptViews() {}

    /** An attempt in a line of a list. */
    static Map<String, Object> line(Attempt attempt) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("attempt", attempt.id().value());
        members.put("owner", attempt.owner().value());
        members.put("number", attempt.origin().ordinal());
        members.put("state", state(attempt));
        members.put("gate", word(attempt.gate()));
        members.put("generation", attempt.runtime().generation());
        members.put(
                "operation",
                attempt.operations().active().map(AttemptViews::operation).orElse(""));
        members.put(
                "obligation",
                attempt.isOpen()
                        ? attempt.stage().obligation().map(AttemptViews::word).orElse("")
                        : "");
        members.put(
                "controller",
                attempt.stage().provider().map(AttemptViews::controller).orElse(""));
        members.put("due", attempt.due().map(Moment::toString).orElse(""));
        return members;
    }

    /** How it stands towards its answer; what is owed at a provider is another question. */
    private static String state(Attempt attempt) {
        return attempt.settlement()
                .map(settlement -> "settled: " + word(settlement.kind()))
                .orElseGet(() -> word(attempt.status()));
    }

    private static String operation(Operation operation) {
        return operation.kind() + " " + operation.id();
    }

    /** Empty when nobody has the provider operation. */
    private static String controller(ProviderOperation operation) {
        return switch (operation.holder()) {
            case Holder.Held held -> held.controller() + " until " + held.until();
            case Holder.Released released -> "";
        };
    }

    /** All but the evidence. What does not apply is left away. */
    static Map<String, Object> whole(ShowAttempt.Shown shown) {
        Attempt attempt = shown.attempt();
        Map<String, Object> members = line(attempt);
        members.put("active", shown.active());
        members.put("closed", attempt.isClosed());
        members.put(
                "predecessor",
                attempt.origin().predecessor().map(AttemptId::value).orElse(""));
        members.put("retryBudget", attempt.origin().retryBudget());
        members.put("created", attempt.origin().createdAt().toString());
        members.put(
                "instruction",
                attempt.origin().instruction().kind() + " "
                        + attempt.origin().instruction().id());
        attempt.stage().described().ifPresent(descriptor -> putDescriptor(descriptor, members));
        attempt.stage().provider().ifPresent(operation -> putProvider(operation, members));
        members.put(
                "allocation",
                attempt.stage().allocation().map(AllocationRef::data).orElse(""));
        members.put(
                "runtime",
                attempt.runtime().incarnation().map(IncarnationId::value).orElse(""));
        members.put(
                "runtimeUntil", attempt.runtime().until().map(Moment::toString).orElse(""));
        members.put(
                "ready",
                attempt.runtime().ready().map(ready -> ready.at().toString()).orElse(""));
        members.put(
                "operations",
                attempt.operations().all().stream().map(AttemptViews::whole).toList());
        attempt.cancellation().ifPresent(asked -> {
            members.put("cancelled", asked.at().toString());
            members.put("cancelReason", asked.reason().orElse(""));
        });
        members.put(
                "control", attempt.control().stream().map(AttemptViews::control).toList());
        attempt.settlement().ifPresent(settlement -> putSettlement(settlement, members));
        members.put("outcome", attempt.outcome().map(OutcomeText::text).orElse(""));
        members.put(
                "lateOutcomes", attempt.late().stream().map(AttemptViews::late).toList());
        members.values().removeIf(value -> value.equals("") || value.equals(List.of()));
        return members;
    }

    private static void putDescriptor(Descriptor descriptor, Map<String, Object> members) {
        members.put("provider", descriptor.provider().value());
        members.put("lifetime", word(descriptor.lifetime()));
        members.put("provisioner", descriptor.provisioner().value());
        members.put("environment", descriptor.environment());
        members.put("labels", descriptor.labels().isEmpty() ? "" : descriptor.labels());
    }

    private static void putProvider(ProviderOperation operation, Map<String, Object> members) {
        members.put("providerGeneration", operation.generation());
        members.put("failures", operation.failures());
        members.put("nextAttemptAt", operation.dueAt().toString());
    }

    private static void putSettlement(Settlement settlement, Map<String, Object> members) {
        members.put("settled", settlement.at().toString());
        members.put("settledBy", "evidence " + settlement.evidence());
    }

    private static Map<String, Object> whole(Operation operation) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("operation", operation.id().value());
        members.put("kind", operation.kind().value());
        members.put("key", operation.key());
        members.put("generation", operation.generation());
        members.put("admitted", operation.admittedAt().toString());
        members.put("state", operation.state().getClass().getSimpleName().toLowerCase(Locale.ROOT));
        return members;
    }

    private static Map<String, Object> control(Control control) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("generation", control.generation());
        members.put("runtime", control.incarnation().value());
        control.receipt()
                .ifPresent(receipt -> members.put("received", receipt.at().toString()));
        control.report().ifPresent(report -> {
            members.put("result", word(report.conclusion().result()));
            members.put("boundary", word(report.conclusion().boundary()));
        });
        return members;
    }

    private static Map<String, Object> late(LateOutcome late) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("at", late.at().toString());
        members.put("outcome", late.outcome().text());
        return members;
    }

    /** The log as a time line. */
    static List<Map<String, Object>> evidence(EvidenceLog log) {
        return log.entries().stream().map(AttemptViews::entry).toList();
    }

    private static Map<String, Object> entry(EvidenceLog.Entry entry) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("number", entry.number());
        members.put("at", entry.at().toString());
        members.put("what", word(entry.what()));
        members.put("generation", entry.generation());
        members.put("source", entry.note().map(EvidenceNote::source).orElse("ledger"));
        members.put("summary", entry.note().map(EvidenceNote::summary).orElse(""));
        members.put("observedAt", entry.note().map(EvidenceNote::observedAt).orElse(""));
        members.put("code", entry.note().flatMap(EvidenceNote::code).orElse(""));
        return members;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
