// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The worker processes. Used by one thread. */
final class Crew implements AutoCloseable {
    /** A process, and what it has told so far: work and fence, as one text. */
    static final class Member {
        final Set<String> granted = ConcurrentHashMap.newKeySet();
        final Set<String> started = ConcurrentHashMap.newKeySet();
        final Set<String> learned = ConcurrentHashMap.newKeySet();
        private final Process process;
        private boolean wasPaused;

        private Member(Process process) {
            this.process = process;
            Thread.ofVirtual().start(this::listen);
        }

        private void listen() {
            try (BufferedReader lines = process.inputReader()) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    int space = line.indexOf(' ');
                    told(line.substring(0, space)).add(line.substring(space + 1));
                }
            } catch (IOException e) {
                // Killed in the middle of a line.
            }
        }

        private Set<String> told(String what) {
            return switch (what) {
                case StrainedWorker.GRANTED -> granted;
                case StrainedWorker.STARTED -> started;
                case StrainedWorker.LEARNED -> learned;
                default -> throw new IllegalStateException("a worker says " + what);
            };
        }

        boolean wasPaused() {
            return wasPaused;
        }
    }

    private final Map<String, String> environment;
    private final List<String> command;
    private final List<Member> working = new ArrayList<>();
    private final List<Member> killed = new ArrayList<>();

    Crew(String url, String resourceUrl, String schema, String pool, Optional<Path> recordings) {
        this.environment = new HashMap<>(Map.of(StrainedWorker.URL, url, StrainedWorker.RESOURCE_URL, resourceUrl));
        recordings.ifPresent(folder -> environment.put(StrainedWorker.RECORDINGS, folder.toString()));
        this.command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                StrainedWorker.class.getName(),
                schema,
                pool);
    }

    void add() {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
            builder.environment().putAll(environment);
            working.add(new Member(builder.start()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those that were never killed. */
    List<Member> working() {
        return working;
    }

    List<Member> killed() {
        return killed;
    }

    /** Kills one as {@code kill -9} does, and starts another one in its place. */
    void kill(Member member) {
        working.remove(member);
        killed.add(member);
        member.process.destroyForcibly().onExit().join();
        add();
    }

    void pause(Member member) {
        member.wasPaused = true;
        signal("-STOP", member);
    }

    void resume(Member member) {
        signal("-CONT", member);
    }

    private static void signal(String signal, Member member) {
        try {
            Process kill = new ProcessBuilder("kill", signal, "" + member.process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start();
            if (kill.onExit().join().exitValue() != 0) {
                throw new IllegalStateException("a worker process is gone that nobody killed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("torture needs the command kill, to pause its workers", e);
        }
    }

    /** Ends those that work in an orderly way. */
    void stop() {
        for (Member member : working) {
            try {
                member.process.getOutputStream().close();
            } catch (IOException e) {
                member.process.destroyForcibly();
            }
        }
        working.forEach(member -> member.process.onExit().join());
    }

    @Override
    public void close() {
        working.forEach(member -> member.process.destroyForcibly());
    }
}
