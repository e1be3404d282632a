// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.benchmarks.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a measurement says to whoever started it. Thread-safe. */
public interface Parent {
    /** One value found; the same name again is the value of the next window. */
    void figure(String name, double value);

    /** Everything is prepared; returns when all processes of the measurement are. */
    void ready() throws IOException;

    /**
     * Measures and says how that went. The parent then ends this process: libraries stop slowly and leave threads behind,
     * and the figures are out.
     */
    static void report(Work work) {
        Parent parent = overStandardStreams();
        try {
            work.run(parent);
            System.out.println("done");
        } catch (Exception e) {
            System.out.println("failed " + story(e));
        }
        System.out.flush();
    }

    private static String story(Throwable problem) {
        StringBuilder story = new StringBuilder(problem.toString());
        for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
            story.append(", because of ").append(cause);
        }
        return story.toString().replaceAll("\\s+", " ");
    }

    /** What a process does for its parent. */
    interface Work {
        void run(Parent parent) throws Exception;
    }

    /** Talks by lines over the standard streams; {@link Children} is the other end. */
    private static Parent overStandardStreams() {
        PrintStream out = System.out;
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        return new Parent() {
            @Override
            public void figure(String name, double value) {
                out.println("figure " + name + " " + value);
                out.flush();
            }

            @Override
            public void ready() throws IOException {
                out.println("ready");
                out.flush();
                if (!"go".equals(in.readLine())) {
                    throw new IOException("the parent went away");
                }
            }
        };
    }
}
