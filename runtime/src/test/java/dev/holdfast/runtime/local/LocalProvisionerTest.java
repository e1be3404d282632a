// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.runtime.spi.Allocation;
import dev.holdfast.runtime.spi.Discovery;
import dev.holdfast.runtime.spi.Inspection;
import dev.holdfast.runtime.spi.ProviderFence;
import dev.holdfast.runtime.spi.Provisioned;
import dev.holdfast.runtime.spi.ProvisionerUncertain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real processes and signals, on Linux, where all that runs can be found. */
@Timeout(120)
class LocalProvisionerTest {
    @TempDir
    private Path folder;

    private final AttemptId attempt = new AttemptId("a/1 " + UUID.randomUUID());
    private final List<ProviderFence> used = new ArrayList<>();
    private final List<Process> starters = new ArrayList<>();

    @BeforeAll
    static void processesCanBeFound() {
        assumeThat(ProcessStat.isAvailable()).isTrue();
        assumeThat(Files.isExecutable(Path.of("/bin/sh"))).isTrue();
    }

    @AfterEach
    void endAll() throws Exception {
        for (Process starter : starters) {
            starter.destroyForcibly().waitFor();
        }
        LocalProvisioner last = managed("true");
        for (ProviderFence fence : used) {
            ProviderFence later = new ProviderFence(fence.attempt(), 1_000);
            assertThat(last.terminate(ref(later), later)).isNotNull();
        }
    }

    private Path spool() {
        return folder.resolve("spool");
    }

    private LocalProvisioner managed(String... command) throws Exception {
        return LocalStarter.provisioner(Lifetime.PROVIDER_MANAGED, spool(), List.of(command));
    }

    private LocalProvisioner shell(String script) throws Exception {
        return managed("/bin/sh", "-c", script);
    }

    private ProviderFence fence(long generation) {
        ProviderFence fence = new ProviderFence(attempt, generation);
        used.add(fence);
        return fence;
    }

    private Allocation started(LocalProvisioner provisioner) throws Exception {
        return started(provisioner, fence(1));
    }

    private static Allocation started(LocalProvisioner provisioner, ProviderFence fence) throws Exception {
        return ((Provisioned.Allocated) provisioner.provision(LocalStarter.request(provisioner), fence)).allocation();
    }

    private AllocationRef ref(ProviderFence fence) throws Exception {
        LocalProvisioner any = managed("true");
        return new AllocationRef(
                any.id(),
                "{\"attempt\":\"" + AttemptFolder.name(fence.attempt()) + "\",\"spool\":\""
                        + any.labels().get("spool") + "\"}");
    }

    private static EvidenceNote end(Allocation allocation) throws Exception {
        return allocation.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private AttemptProcesses processes() throws Exception {
        return new AttemptProcesses(
                managed("true").labels().get("spool"), attempt, new AttemptFolder(spool(), attempt));
    }

    /** A command says that it is there by what it writes. */
    private void awaitOutput(int lines) throws Exception {
        Path out = managed("true").result(attempt).stdout();
        while (!Files.exists(out) || Files.readAllLines(out).size() < lines) {
            Thread.onSpinWait();
        }
    }

    private Descriptor descriptor() throws Exception {
        return LocalStarter.request(managed("true")).descriptor();
    }

    @ParameterizedTest
    @EnumSource
    void outputAndStatusAreSpooled(Lifetime lifetime) throws Exception {
        LocalProvisioner provisioner = LocalStarter.provisioner(
                lifetime, spool(), List.of("/bin/sh", "-c", "echo to out; echo to err >&2; cat; exit 3"));

        assertThat(end(started(provisioner)).code()).contains("status-3");

        SpooledResult result = managed("true").result(attempt);
        assertThat(result.status()).hasValue(3);
        assertThat(result.stdout()).hasContent("to out");
        assertThat(result.stderr()).hasContent("to err");
        assertThat(managed("true").inspect(ref(fence(1)), fence(1))).isInstanceOf(Inspection.Ended.class);
    }

    @Test
    void noShellReadsTheWords() throws Exception {
        end(started(managed("printf", "%s|", "a b", "$HOME", "*", "", "it's; echo \"x\"", "$(id)", "-n")));

        assertThat(managed("true").result(attempt).stdout()).hasContent("a b|$HOME|*||it's; echo \"x\"|$(id)|-n|");
    }

    @Test
    void whatOnlyAShellKnowsIsNoProgram() throws Exception {
        LocalProvisioner provisioner = managed("exit", "3");
        Provisioned refused = provisioner.provision(LocalStarter.request(provisioner), fence(1));

        assertThat(refused)
                .isInstanceOfSatisfying(
                        Provisioned.ConfirmedAbsent.class,
                        absent -> assertThat(absent.evidence().code()).contains(EvidenceNote.REFUSED_BEFORE_REQUEST));
        assertThat(provisioner.discover(descriptor(), fence(2))).isInstanceOf(Discovery.ConfirmedAbsent.class);
        assertThat(shell("true").provision(LocalStarter.request(provisioner), fence(2)))
                .isInstanceOf(Provisioned.ConfirmedAbsent.class);
    }

    @Test
    void theMarkIsThereAndIsNoSecret() throws Exception {
        end(started(shell("echo $HOLDFAST_CLAIM")));

        String mark = Files.readString(managed("true").result(attempt).stdout()).strip();
        assertThat(mark).startsWith("attempt/").endsWith("/1");
        assertThat(ClaimMark.parse(mark)).isEmpty();
    }

    @Test
    void descendantsThatHideAreFoundAndEnded() throws Exception {
        Allocation allocation = started(
                shell("(setsid sh -c 'sleep 1000 & echo $!; wait' &) ; (sh -c 'trap \"\" HUP; sleep 1000 & echo $!'"
                        + " &) ; wait"));
        awaitOutput(2);
        assertThat(end(allocation).code()).contains("status-0");
        assertThat(processes().running()).hasSizeGreaterThanOrEqualTo(2);

        assertThat(managed("true").terminate(allocation.ref(), fence(1)).summary())
                .contains("two searches in a row found nothing", "status 0");
        assertThat(processes().running()).isEmpty();
    }

    @Test
    void whatIgnoresTermIsKilled() throws Exception {
        Allocation allocation = started(shell("trap '' TERM; echo ready; while :; do sleep 0.01; done"));
        awaitOutput(1);
        LocalProvisioner impatient = new LocalProvisioner(
                managed("true").id(),
                Lifetime.PROVIDER_MANAGED,
                spool(),
                request -> LocalCommand.of(List.of("true")),
                Duration.ofMillis(50));

        assertThat(impatient.terminate(allocation.ref(), fence(1)).summary()).doesNotContain("killed 0");
        String last = end(allocation).summary();
        assertThat(last).as("whether its launcher was killed too early").containsAnyOf("status is lost", "status 137");
        assertThat(impatient.result(attempt).status().isEmpty()).isEqualTo(last.contains("lost"));
        assertThat(impatient.inspect(allocation.ref(), fence(1))).isInstanceOf(Inspection.Ended.class);
    }

    @Test
    void aCommandThatEndsWhenAskedLeavesItsStatus() throws Exception {
        Allocation allocation = started(shell("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done"));
        awaitOutput(1);

        assertThat(managed("true").terminate(allocation.ref(), fence(1)).summary())
                .contains("killed 0", "status 7");
        assertThat(managed("true").result(attempt).status()).hasValue(7);
    }

    /** Each lives for a moment, leaves another one behind it, and does not listen to TERM. */
    @RepeatedTest(3)
    void whatKeepsSpawningIsBeaten() throws Exception {
        Path bomb = Files.writeString(
                folder.resolve("bomb"), "trap '' TERM\necho x\nsleep 0.02\nsh \"$0\" &\nsleep 0.02\n");
        Allocation allocation = started(managed("/bin/sh", bomb.toString()));
        awaitOutput(5);

        LocalProvisioner impatient = new LocalProvisioner(
                managed("true").id(),
                Lifetime.PROVIDER_MANAGED,
                spool(),
                request -> LocalCommand.of(List.of("true")),
                Duration.ofMillis(1));
        assertThat(impatient.terminate(allocation.ref(), fence(1)).summary()).contains("found nothing");
        assertThat(processes().running()).isEmpty();
    }

    @Test
    void aManagedCommandOutlivesItsStarterAndLeavesItsStatus() throws Exception {
        Path go = folder.resolve("go");
        killedStarter(
                Lifetime.PROVIDER_MANAGED,
                "/bin/sh",
                "-c",
                "echo ready; while ! [ -e \"$1\" ]; do sleep 0.01; done; exit 5",
                "sh",
                go.toString());

        LocalProvisioner next = managed("true");
        assertThat(next.discover(descriptor(), fence(2))).isEqualTo(new Discovery.Found(ref(fence(2))));
        assertThat(next.inspect(ref(fence(2)), fence(2))).isEqualTo(new Inspection.Present(Inspection.Phase.RUNNING));
        Allocation adopted = next.attach(ref(fence(2)), fence(2));
        assertThat(adopted.ended().toCompletableFuture()).isNotDone();
        Files.createFile(go);

        assertThat(end(adopted).code()).contains("status-5");
        assertThat(next.result(attempt).status()).hasValue(5);
    }

    @Test
    void aBoundCommandEndsWithItsStarterHoweverThatEnded() throws Exception {
        killedStarter(Lifetime.PROVISIONER_PROCESS_BOUND, "/bin/sh", "-c", "echo ready; exec sleep 1000");

        Allocation adopted = managed("true").attach(ref(fence(2)), fence(2));
        assertThat(end(adopted).code()).contains("status-137");
        assertThat(managed("true").terminate(adopted.ref(), fence(2)).summary()).contains("asked 0");
    }

    @Test
    void aBoundCommandEndsWhenItsProvisionerIsClosed() throws Exception {
        LocalProvisioner provisioner = LocalStarter.provisioner(
                Lifetime.PROVISIONER_PROCESS_BOUND, spool(), List.of("/bin/sh", "-c", "echo ready; exec sleep 1000"));
        Allocation allocation = started(provisioner);
        awaitOutput(1);
        provisioner.close();

        assertThat(end(allocation).code()).contains("status-137");
    }

    private void killedStarter(Lifetime lifetime, String... command) throws Exception {
        Process starter = LocalStarter.start(lifetime, spool(), attempt, command);
        starters.add(starter);
        awaitOutput(1);
        starter.destroyForcibly().waitFor();
    }

    @Test
    void theLauncherKilledTheCommandIsFoundByItsMark() throws Exception {
        Allocation allocation = started(shell("echo $$; exec sleep 1000"));
        awaitOutput(1);
        new AttemptFolder(spool(), attempt).process().orElseThrow().destroyForcibly();
        long command = Long.parseLong(
                Files.readString(managed("true").result(attempt).stdout()).strip());

        assertThat(managed("true").inspect(allocation.ref(), fence(2)))
                .isEqualTo(new Inspection.Present(Inspection.Phase.RUNNING));
        assertThat(ProcessHandle.of(command).orElseThrow().destroyForcibly()).isTrue();
        assertThat(end(allocation).summary()).contains("the status is lost");
    }

    @Test
    void whoProvesAbsenceClosesTheDoorToWhoeverComesLater() throws Exception {
        LocalProvisioner late = shell("echo ran");
        LocalProvisioner next = managed("true");

        assertThat(next.discover(descriptor(), fence(2))).isInstanceOf(Discovery.ConfirmedAbsent.class);
        assertThatThrownBy(() -> late.provision(LocalStarter.request(late), fence(1)))
                .isInstanceOf(ProvisionerUncertain.class)
                .hasMessageContaining("taken over");
        assertThat(late.provision(LocalStarter.request(late), fence(3)))
                .isInstanceOf(Provisioned.ConfirmedAbsent.class);
        assertThat(Files.exists(next.result(attempt).stdout())).isFalse();
    }

    /** The door is the launcher's, not the starter's: one that was started before it was closed is too late as well. */
    @Test
    void aLauncherBeforeAClosedDoorRunsNothing() throws Exception {
        AttemptFolder spooled = new AttemptFolder(spool(), attempt);
        assertThat(spooled.enter(fence(1))).isTrue();
        assertThat(spooled.close()).isEqualTo(AttemptFolder.Door.CLOSED);

        Process launcher = new ProcessBuilder(Launcher.words(
                        spooled.path(),
                        false,
                        List.of("touch", folder.resolve("ran").toString())))
                .start();
        assertThat(launcher.waitFor()).isEqualTo(75);
        assertThat(folder.resolve("ran")).doesNotExist();
    }

    @Test
    void manyWhoStartTheSameAttemptStartOneCommand() throws Exception {
        LocalProvisioner provisioner = shell("echo here; exec sleep 1000");
        ProviderFence fence = fence(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Allocation>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(threads.submit(() -> started(provisioner, fence)));
            }
            for (Future<Allocation> each : all) {
                assertThat(each.get().ref()).isEqualTo(ref(fence));
            }
        }
        awaitOutput(1);
        assertThat(provisioner.terminate(ref(fence), fence).summary()).contains("found nothing");
        assertThat(Files.readAllLines(provisioner.result(attempt).stdout())).containsExactly("here");
    }

    @Test
    void whoWasReplacedIsRefused() throws Exception {
        LocalProvisioner provisioner = shell("echo ready; exec sleep 1000");
        AllocationRef ref = started(provisioner).ref();
        awaitOutput(1);
        assertThat(provisioner.inspect(ref, fence(3))).isInstanceOf(Inspection.Present.class);

        assertThatThrownBy(() -> provisioner.terminate(ref, fence(2)))
                .isInstanceOfSatisfying(
                        ProvisionerUncertain.class,
                        refused -> assertThat(refused.evidence().code()).contains("fenced"));
        assertThat(processes().running()).isNotEmpty();
    }

    @Test
    void aLaterProcessOfTheSameNumberIsAnotherOne() throws Exception {
        AttemptFolder spooled = new AttemptFolder(spool(), attempt);
        assertThat(spooled.enter(fence(1))).isTrue();
        spooled.writeProcess(ProcessHandle.current());
        assertThat(spooled.process()).contains(ProcessHandle.current());

        Path written = spooled.path().resolve("process");
        String[] parts = Files.readString(written).split(" ");
        Files.writeString(written, parts[0] + " " + (Long.parseLong(parts[1]) - 1));
        assertThat(spooled.process()).isEmpty();
    }

    @Test
    void whatRanElsewhereIsUncertainAndWhatRanBeforeTheBootIsGone() throws Exception {
        Place here = Place.HERE;
        AttemptFolder spooled = new AttemptFolder(spool(), attempt);
        assertThat(spooled.enter(fence(1))).isTrue();
        Files.writeString(spooled.path().resolve("begun"), "begun 1\n");
        LocalProvisioner provisioner = managed("true");

        spooled.writePlace(new Place("otherboot", here.numbers(), "othermachine"));
        assertThat(provisioner.inspect(ref(fence(1)), fence(1))).isInstanceOf(Inspection.Unknown.class);
        assertThatThrownBy(() -> provisioner.terminate(ref(fence(1)), fence(1)))
                .isInstanceOf(ProvisionerUncertain.class);
        spooled.writePlace(here);

        Place before = new Place("otherboot", "1", "machine");
        Place after = new Place("boot", "1", "machine");
        assertThat(before.from(after)).isEqualTo(Place.View.GONE);
        assertThat(new Place("otherboot", "1", "none").from(new Place("boot", "1", "none")))
                .isEqualTo(Place.View.UNSEEN);
        assertThat(new Place("boot", "2", "machine").from(after)).isEqualTo(Place.View.UNSEEN);
        assertThat(Place.parse(here.text()).orElseThrow().from(here)).isEqualTo(Place.View.SEEN);
    }

    @Test
    void anotherSpoolProvesNothing() throws Exception {
        Descriptor known = descriptor();
        Descriptor elsewhere = new Descriptor(
                known.provider(),
                known.lifetime(),
                known.provisioner(),
                known.environment(),
                Map.of("spool", "elsewhere", "place", Place.HERE.text()),
                known.requestKey(),
                known.startedAt());

        assertThat(managed("true").discover(elsewhere, fence(1))).isInstanceOf(Discovery.Unknown.class);
    }

    @Test
    void fiftyAtOnce() throws Exception {
        LocalProvisioner provisioner = shell("echo $HOLDFAST_CLAIM; sleep 0.05; exit 4");
        List<ProviderFence> fences = new ArrayList<>();
        List<Future<Allocation>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 50; i++) {
                ProviderFence fence = new ProviderFence(new AttemptId("many-" + i + "-" + UUID.randomUUID()), 1);
                fences.add(fence);
                all.add(threads.submit(() -> started(provisioner, fence)));
            }
        }
        for (int i = 0; i < 50; i++) {
            assertThat(end(all.get(i).get()).code()).contains("status-4");
            SpooledResult result = provisioner.result(fences.get(i).attempt());
            assertThat(Files.readString(result.stdout())).contains("many-" + i + "-");
        }
    }

    @Test
    void whatIsForgottenIsGoneFromTheSpool() throws Exception {
        LocalProvisioner provisioner = shell("echo there");
        end(started(provisioner));
        provisioner.forget(attempt);
        provisioner.forget(attempt);

        assertThat(new AttemptFolder(spool(), attempt).path()).doesNotExist();
    }
}
