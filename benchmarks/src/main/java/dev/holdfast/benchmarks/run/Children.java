// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs one measurement in processes of its own, so that none inherits another's warm code or garbage. The first prepares;
 * the others join; all start together.
 */
public final class Children {
    /** The same for all that run on the JVM. */
    private static final List<String> JVM_OPTIONS = List.of("-Xmx2g", "--enable-native-access=ALL-UNNAMED");

    private Children() {}

    /** The command that runs a main class of this program in another JVM. */
    public static List<String> java(String mainClass, List<String> words) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(JVM_OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(words);
        return command;
    }

    /**
     * @param first prepares
     * @param others join what the first prepared
     * @param seconds after which the measurement is given up
     * @throws IOException when a process failed; with the end of what it wrote to its error stream
     */
    public static Found run(List<String> first, List<List<String>> others, int seconds) throws IOException {
        List<Child> children = new ArrayList<>();
        ScheduledExecutorService guard = Executors.newSingleThreadScheduledExecutor();
        ScheduledFuture<?> givingUp = guard.schedule(() -> destroy(children), seconds, TimeUnit.SECONDS);
        // For whoever interrupts a run.
        Thread hook = new Thread(() -> destroy(children));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            add(children, new Child(first));
            children.getFirst().awaitReady();
            for (List<String> command : others) {
                add(children, new Child(command));
            }
            for (Child child : children.subList(1, children.size())) {
                child.awaitReady();
            }
            for (Child child : children) {
                child.go();
            }
            List<Found> found = new ArrayList<>();
            for (Child child : children) {
                found.add(child.awaitDone());
            }
            return Found.together(found);
        } finally {
            givingUp.cancel(false);
            guard.shutdownNow();
            destroy(children);
            Runtime.getRuntime().removeShutdownHook(hook);
        }
    }

    private static void add(List<Child> children, Child child) {
        synchronized (children) {
            children.add(child);
        }
    }

    private static void destroy(List<Child> children) {
        synchronized (children) {
            children.forEach(Child::destroy);
        }
    }
}
