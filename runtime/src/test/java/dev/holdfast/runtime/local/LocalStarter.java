// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.local;

import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.Instruction;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.runtime.spi.ProviderFence;
import dev.holdfast.runtime.spi.ProvisionRequest;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A program that starts the command of one attempt, says so, and waits until it is killed: nothing that it knows is left.
 * Arguments: lifetime, spool, attempt, command.
 */
final class LocalStarter {
    private LocalStarter() {}

    public static void main(String[] arguments) throws Exception {
        List<String> command = Arrays.asList(arguments).subList(3, arguments.length);
        LocalProvisioner provisioner = provisioner(Lifetime.valueOf(arguments[0]), Path.of(arguments[1]), command);
        provisioner.provision(request(provisioner), new ProviderFence(new AttemptId(arguments[2]), 1));
        System.out.println("started");
        System.out.flush();
        System.in.transferTo(OutputStream.nullOutputStream()); // until who started it is gone
    }

    static LocalProvisioner provisioner(Lifetime lifetime, Path spool, List<String> command) throws Exception {
        return new LocalProvisioner(
                new ProviderId("local"), lifetime, spool, request -> LocalCommand.of(command), Duration.ofSeconds(20));
    }

    static ProvisionRequest request(LocalProvisioner provisioner) {
        Descriptor descriptor = new Descriptor(
                provisioner.id(),
                provisioner.lifetime(),
                provisioner.incarnation(),
                provisioner.environment(),
                provisioner.labels(),
                "request",
                new Moment(0));
        return new ProvisionRequest(
                new ExecutionOwnerId("owner"), Instruction.of("instruction", "command", "{}"), descriptor);
    }

    /** Starts it as a process of its own and returns when the command is started. */
    static Process start(Lifetime lifetime, Path spool, AttemptId attempt, String... command) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                LocalStarter.class.getName(),
                lifetime.name(),
                spool.toString(),
                attempt.value()));
        words.addAll(List.of(command));
        Process starter = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (starter.inputReader().readLine() == null) {
            throw new AssertionError("the starter has ended with " + starter.waitFor());
        }
        return starter;
    }
}
