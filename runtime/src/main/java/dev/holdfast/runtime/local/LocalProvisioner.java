// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.Digest;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.core.ledger.LedgerClock;
import dev.holdfast.runtime.spi.Allocation;
import dev.holdfast.runtime.spi.Discovery;
import dev.holdfast.runtime.spi.Inspection;
import dev.holdfast.runtime.spi.ProviderFence;
import dev.holdfast.runtime.spi.ProvisionRequest;
import dev.holdfast.runtime.spi.Provisioned;
import dev.holdfast.runtime.spi.Provisioner;
import dev.holdfast.runtime.spi.ProvisionerUncertain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs one command for each attempt, as a process of this machine; needs {@code /bin/sh}. Everything that runs for an attempt
 * carries its mark, and what came of it is in the spool, so that who comes later finds it, whoever died in between:
 *
 * <ul>
 *   <li>An attempt has one command at most, however often and by however many it is started: its {@link Launcher} goes through
 *       a door that opens once. Absence is proven by closing that door, not by a search.
 *   <li>The status is written by the launcher, which does not need whoever started it.
 *   <li>Nothing is left when all that carries the mark was ended and two searches in a row find nothing (Linux).
 * </ul>
 *
 * <p>{@link Lifetime#PROVIDER_MANAGED} commands go on when this process ends; {@link Lifetime#PROVISIONER_PROCESS_BOUND} ones
 * are killed then, in whatever way it ended, and when this object is closed. What they had started themselves is found by its
 * mark.
 *
 * <p>What ran in another container, or on another machine, cannot be seen from here: that is uncertain. What ran before this
 * machine was started anew is gone. Thread-safe.
 */
public final class LocalProvisioner implements Provisioner, AutoCloseable {
    private static final String SPOOL = "spool";
    private static final String PLACE = "place";

    private final ProviderId id;
    private final Lifetime lifetime;
    private final Path spool;
    private final String spoolName;
    private final LocalCommand.Choice commands;
    private final Duration grace;
    private final Evidence evidence;
    private final Map<AttemptId, Process> bound = new ConcurrentHashMap<>();

    /**
     * @param spool a folder of this machine, made if it is missing; the same one after a restart. It only grows: who no longer
     *     needs a result {@linkplain #forget forgets} it
     * @param grace what a command has between TERM and KILL
     * @throws IOException when there can be no such folder
     */
    public LocalProvisioner(ProviderId id, Lifetime lifetime, Path spool, LocalCommand.Choice commands, Duration grace)
            throws IOException {
        this.id = id;
        this.lifetime = lifetime;
        this.spool = Files.createDirectories(spool).toRealPath();
        this.spoolName = Digest.ofFields("holdfast/spool/v1", this.spool.toString())
                .shortText()
                .substring(0, 12);
        this.commands = commands;
        this.grace = grace;
        this.evidence = new Evidence("local processes", LedgerClock.system());
    }

    @Override
    public ProviderId id() {
        return id;
    }

    @Override
    public Lifetime lifetime() {
        return lifetime;
    }

    @Override
    public IncarnationId incarnation() {
        return new IncarnationId(ProcessProof.ofThisProcess().text());
    }

    @Override
    public String environment() {
        return "local";
    }

    @Override
    public Map<String, String> labels() {
        return Map.of(SPOOL, spoolName, PLACE, Place.HERE.text());
    }

    @Override
    public Provisioned provision(ProvisionRequest request, ProviderFence fence) throws ProvisionerUncertain {
        AttemptFolder folder = new AttemptFolder(spool, fence.attempt());
        try {
            enter(folder, fence);
            return switch (folder.door()) {
                case OPEN -> start(request, fence, folder);
                case BEGUN -> new Provisioned.Allocated(follow(fence.attempt(), folder));
                case CLOSED ->
                    new Provisioned.ConfirmedAbsent(
                            evidence.of("nothing has begun, and nothing will: the door is closed"));
            };
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Provisioned start(ProvisionRequest request, ProviderFence fence, AttemptFolder folder) throws IOException {
        LocalCommand command;
        try {
            command = commands.of(request);
        } catch (IllegalArgumentException e) {
            return refuse(fence, folder, "no command can be made of the instruction: " + e.getMessage());
        }
        var obstacle = Programs.obstacle(command);
        if (obstacle.isPresent()) {
            return refuse(fence, folder, obstacle.get());
        }
        boolean isBound = lifetime == Lifetime.PROVISIONER_PROCESS_BOUND;
        ProcessBuilder builder = new ProcessBuilder(Launcher.words(folder.path(), isBound, command.arguments()))
                .redirectInput(Launcher.input(isBound))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.out().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(folder.err().toFile()));
        command.directory().ifPresent(directory -> builder.directory(directory.toFile()));
        builder.environment().putAll(command.environment());
        builder.environment()
                .put(ClaimMark.VARIABLE, AttemptMark.of(spoolName, fence).text());
        folder.writePlace(Place.HERE);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return refuse(fence, folder, "cannot be started: " + e.getMessage());
        }
        if (isBound) {
            keep(fence.attempt(), process);
        }
        folder.writeProcess(process.toHandle());
        return new Provisioned.Allocated(follow(fence.attempt(), folder));
    }

    /** The other end of its pipe is open for as long as the process object is known. */
    private void keep(AttemptId attempt, Process process) {
        bound.put(attempt, process);
        var unused = process.onExit().thenRun(() -> bound.remove(attempt, process));
    }

    /** Unless an earlier call has started the command, nobody ever will. */
    private Provisioned refuse(ProviderFence fence, AttemptFolder folder, String why) throws IOException {
        return folder.close() == AttemptFolder.Door.CLOSED
                ? new Provisioned.ConfirmedAbsent(evidence.of(why, EvidenceNote.REFUSED_BEFORE_REQUEST))
                : new Provisioned.Allocated(follow(fence.attempt(), folder));
    }

    @Override
    public Discovery discover(Descriptor descriptor, ProviderFence fence) throws ProvisionerUncertain {
        AttemptFolder folder = new AttemptFolder(spool, fence.attempt());
        try {
            if (!spoolName.equals(descriptor.labels().get(SPOOL)) || !isWithinSight(descriptor)) {
                return new Discovery.Unknown(
                        evidence.of("started with another spool, or out of sight", EvidenceNote.SEARCH_UNBOUNDED));
            }
            enter(folder, fence);
            if (folder.close() != AttemptFolder.Door.CLOSED) {
                return new Discovery.Found(ref(fence.attempt()));
            }
            return processes(fence.attempt(), folder).isQuiet()
                    ? new Discovery.ConfirmedAbsent(
                            evidence.of("no command has begun, the door is closed, and no process has the mark"))
                    : new Discovery.Unknown(evidence.of("no command has begun, but a process has the mark"));
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static boolean isWithinSight(Descriptor descriptor) {
        return Place.parse(descriptor.labels().getOrDefault(PLACE, ""))
                .filter(place -> place.from(Place.HERE) != Place.View.UNSEEN)
                .isPresent();
    }

    @Override
    public Allocation attach(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain {
        AttemptFolder folder = new AttemptFolder(spool, fence.attempt());
        try {
            check(ref, fence);
            enter(folder, fence);
            return follow(fence.attempt(), folder);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Allocation follow(AttemptId attempt, AttemptFolder folder) {
        return new LocalAllocation(ref(attempt), () -> look(attempt, folder), processes(attempt, folder));
    }

    @Override
    public Inspection inspect(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain {
        AttemptFolder folder = new AttemptFolder(spool, fence.attempt());
        try {
            check(ref, fence);
            enter(folder, fence);
            return look(fence.attempt(), folder);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Inspection look(AttemptId attempt, AttemptFolder folder) throws IOException {
        return new Sight(folder, processes(attempt, folder), evidence).look();
    }

    @Override
    public EvidenceNote terminate(AllocationRef ref, ProviderFence fence)
            throws ProvisionerUncertain, InterruptedException {
        AttemptFolder folder = new AttemptFolder(spool, fence.attempt());
        try {
            check(ref, fence);
            enter(folder, fence);
            return new Sight(folder, processes(fence.attempt(), folder), evidence).end(grace);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /**
     * What a command left in the spool; also while it runs.
     *
     * @throws IOException when it cannot be read
     */
    public SpooledResult result(AttemptId attempt) throws IOException {
        AttemptFolder folder = new AttemptFolder(spool, attempt);
        OptionalInt status = folder.exit();
        return new SpooledResult(status, folder.out(), folder.err());
    }

    /**
     * Deletes what a command left in the spool. Only for attempts that are closed: of any other, the spool is the memory.
     *
     * @throws IOException when something could not be deleted
     */
    public void forget(AttemptId attempt) throws IOException {
        new AttemptFolder(spool, attempt).delete();
    }

    /** Ends the commands that are bound to this process. */
    @Override
    public void close() {
        for (Process process : bound.values()) {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                process.destroyForcibly(); // its watch sees the pipe end with it
            }
        }
    }

    private AttemptProcesses processes(AttemptId attempt, AttemptFolder folder) {
        return new AttemptProcesses(spoolName, attempt, folder);
    }

    /** One for each attempt, whoever says it: the attempt's name and the spool's are all that is needed to find it. */
    private AllocationRef ref(AttemptId attempt) {
        return new AllocationRef(
                id, "{\"attempt\":\"" + AttemptFolder.name(attempt) + "\",\"spool\":\"" + spoolName + "\"}");
    }

    private void check(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain {
        if (!ref.equals(ref(fence.attempt()))) {
            throw new ProvisionerUncertain(evidence.of("not an allocation of this attempt in this spool"));
        }
    }

    private void enter(AttemptFolder folder, ProviderFence fence) throws IOException, ProvisionerUncertain {
        if (!folder.enter(fence)) {
            throw new ProvisionerUncertain(evidence.of("somebody else has taken over", "fenced"));
        }
    }

    private ProvisionerUncertain unreadable(IOException e) {
        return new ProvisionerUncertain(evidence.of("the spool cannot be used: " + e.getMessage()), e);
    }
}
