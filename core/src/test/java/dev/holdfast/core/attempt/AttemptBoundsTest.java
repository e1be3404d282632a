// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.attempt;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Digest;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody could mean is refused where the command is made, before anything durable is looked at. */
class AttemptBoundsTest {
    private static final ExecutionOwnerId OWNER = new ExecutionOwnerId("o");
    private static final AttemptId ID = new AttemptId("a");
    private static final ProviderClaim CLAIM = new ProviderClaim(ID, 1, new ControllerId("c"), new ClaimSecret(0, 1));
    private static final String NOW = "2026-01-01T00:00:00Z";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-01T00:00:00Z",
                "2026-01-01T00:00:00.123456789+14:00",
                "2024-02-29T23:59:59-11:30",
                "0000-01-01T00:00:00Z"
            })
    void timesOfEvidence(String time) {
        assertThatCode(() -> EvidenceNote.of("s", "x", time)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2026-01-01",
                "2026-01-01T00:00:00",
                "2026-01-01 00:00:00Z",
                "2026-01-01T00:00Z",
                "2026-02-30T00:00:00Z",
                "2025-02-29T00:00:00Z",
                "2026-01-01T24:00:00Z",
                "2026-01-01T00:00:60Z",
                "2026-01-01T00:00:00z",
                "2026-01-01T00:00:00+19:00",
                "2026-01-01T00:00:00+0100",
                "2026-01-01T00:00:00.Z",
                "+12026-01-01T00:00:00Z",
                "2026-01-01T00:00:00Z ",
                "2026-01-01T00:00:00Z[UTC]"
            })
    void timesThatAreNone(String time) {
        assertThatIllegalArgumentException().isThrownBy(() -> EvidenceNote.of("s", "x", time));
        assertThatIllegalArgumentException().isThrownBy(() -> new MarkReady(OWNER, ID, 1, time));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecordControlReceipt(OWNER, ID, new IncarnationId("i"), 1, "k", time));
    }

    @Test
    void evidence() {
        assertThatCode(() -> new EvidenceNote("s".repeat(128), "x".repeat(512), NOW, Optional.of("c".repeat(64))))
                .doesNotThrowAnyException();
        refused(() -> new EvidenceNote("s".repeat(129), "x", NOW, Optional.empty()));
        refused(() -> new EvidenceNote("", "x", NOW, Optional.empty()));
        refused(() -> new EvidenceNote("s", "x".repeat(513), NOW, Optional.empty()));
        refused(() -> new EvidenceNote("s", "", NOW, Optional.empty()));
        refused(() -> new EvidenceNote("s", "x", NOW, Optional.of("c".repeat(65))));
        refused(() -> new EvidenceNote("s", "x", NOW, Optional.of("")));
        refused(() -> new EvidenceNote("s", "a\0b", NOW, Optional.empty()));
        refused(() -> new EvidenceNote("s", "a\ud800b", NOW, Optional.empty()));
    }

    @Test
    void leasesAndTimes() {
        for (Duration lease : List.of(
                Duration.ZERO,
                Duration.ofSeconds(-1),
                Duration.ofMillis(999),
                Duration.ofHours(1).plusMillis(1),
                Duration.ofSeconds(Long.MAX_VALUE))) {
            refused(() -> new RenewProvider(CLAIM, lease));
            refused(() -> new TakeOverProvider(ID, new ControllerId("c"), new ClaimSecret(0, 1), lease));
            refused(() -> new RegisterRuntime(OWNER, ID, new IncarnationId("i"), lease));
            refused(() -> new BeatRuntime(OWNER, ID, new IncarnationId("i"), 1, lease));
        }
        Instruction instruction = Instruction.of("i", "work", "{}");
        for (Duration time : List.of(Duration.ZERO, Duration.ofMillis(-1), Duration.ofDays(367))) {
            refused(() -> new CreateAttempt(OWNER, ID, Optional.empty(), "k", instruction, time, 0));
            refused(() -> new AdmitOperation(
                    OWNER, ID, new OperationId("x"), OperationKind.PROBE, "k", 1, Optional.of(time), false));
        }
        refused(() -> new CreateAttempt(OWNER, ID, Optional.empty(), "k", instruction, Duration.ofSeconds(1), -1));
        refused(() -> new CreateAttempt(OWNER, ID, Optional.empty(), "k", instruction, Duration.ofSeconds(1), 1_001));
        refused(() -> new CreateAttempt(OWNER, ID, Optional.empty(), "", instruction, Duration.ofSeconds(1), 0));
        refused(() -> new OpenAttempts(Optional.empty(), 0));
        refused(() -> new OpenAttempts(Optional.empty(), 1_001));
        refused(() -> new DueAttempts(0));
        refused(() -> new ProviderClaim(ID, 0, new ControllerId("c"), new ClaimSecret(0, 1)));
    }

    @Test
    void textsAreBounded() {
        String long201 = "x".repeat(201);
        refused(() -> new AttemptId(long201));
        refused(() -> new ExecutionOwnerId(""));
        refused(() -> new OperationKind(long201));
        refused(() -> new RequestCancellation(OWNER, ID, long201, Optional.empty()));
        refused(() -> new RequestCancellation(OWNER, ID, "k", Optional.of("x".repeat(8_193))));
        refused(() -> new AllocationRef(new ProviderId("p"), "[]"));
        refused(() -> new AllocationRef(new ProviderId("p"), "{" + "x".repeat(65_536) + "}"));
        refused(() -> new OutcomeText("", Digest.ofFields()));
        refused(() -> new OutcomeText("\u00e9".repeat(OutcomeText.MAX_BYTES / 2 + 1), Digest.ofFields()));
        refused(() -> Descriptor.check("", Map.of(), "k"));
        refused(() -> Descriptor.check("here", Map.of("", "x"), "k"));
    }

    @Test
    void workspaces() {
        for (String path : List.of("/etc", "a/../../b", "..", "C:/x", "a\\b", "")) {
            refused(() -> new Workspace.Root("main", path, Optional.empty()));
        }
        Workspace.Root root = new Workspace.Root("main", "a/..b/c", Optional.empty());
        refused(() ->
                new Workspace(Workspace.Provisioning.BIND, Workspace.Custody.EXTERNAL, List.of(root, root), List.of()));
        refused(() -> new Workspace.Setup("", List.of(), Map.of(), Duration.ofSeconds(1)));
        refused(() -> new Workspace.Setup("x", List.of(), Map.of(), Duration.ZERO));
        refused(() -> new Workspace.Setup("x", Collections.nCopies(101, ""), Map.of(), Duration.ofSeconds(1)));
        refused(() -> new Preparation("", Map.of()));
        refused(() -> new Preparation("/w", Map.of("main", "")));
        refused(() -> new Instruction("i", "1", "work", "1", "", Optional.empty(), Set.of()));
    }

    private static void refused(Runnable made) {
        assertThatIllegalArgumentException().isThrownBy(made::run);
    }
}
