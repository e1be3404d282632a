// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Reads ahead on a thread of its own, a bounded number of lines, so that slow input does not hold back what has come and
 * fast input does not fill the memory.
 */
final class LineSource {
    private static final int AHEAD = 2_000;
    private static final int BATCH = 1_000;

    private sealed interface Item {
        record Read(Line line) implements Item {}

        record End() implements Item {}

        record Failed(IOException failure) implements Item {}
    }

    private final BlockingQueue<Item> items = new ArrayBlockingQueue<>(AHEAD);
    private boolean ended;

    LineSource(LineReader reader) {
        Thread.ofPlatform().daemon().name("holdfast-input").start(() -> read(reader));
    }

    private void read(LineReader reader) {
        try (reader) {
            while (true) {
                var line = reader.next();
                items.put(line.<Item>map(Item.Read::new).orElseGet(Item.End::new));
                if (line.isEmpty()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            fail(new IOException("the input cannot be read: " + e, e));
        }
    }

    private void fail(IOException failure) {
        try {
            items.put(new Item.Failed(failure));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The next lines: as many as have come, at most a batch; none when the input is silent for a moment.
     *
     * @throws IOException when the input cannot be read
     */
    List<Line> next() throws IOException, InterruptedException {
        List<Line> lines = new ArrayList<>();
        Item item = items.poll(50, TimeUnit.MILLISECONDS);
        while (item != null && !ended) {
            switch (item) {
                case Item.Read read -> lines.add(read.line());
                case Item.End end -> ended = true;
                case Item.Failed failed -> throw failed.failure();
            }
            item = ended || lines.size() == BATCH ? null : items.poll();
        }
        return lines;
    }

    boolean isAtEnd() {
        return ended;
    }
}
