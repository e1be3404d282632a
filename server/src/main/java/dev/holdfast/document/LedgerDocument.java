// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.client.document.DocumentException;
import dev.holdfast.client.document.PartReader;
import dev.holdfast.client.document.PartWriter;
import dev.holdfast.client.document.Place;
import dev.holdfast.core.ledger.Captured;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The document of a whole ledger, {@code holdfast-ledger/v1}: equal ledgers have equal documents, byte for byte, whatever
 * store they are in. Written and read part by part, so that a ledger may be larger than the memory.
 */
public final class LedgerDocument {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private LedgerDocument() {}

    /** Takes the parts of a ledger in their order; {@link #close} writes the end. */
    public static final class Writer implements Consumer<Captured>, AutoCloseable {
        private final JsonGenerator json;
        private final PartWriter parts;
        private int section = -1;
        private boolean complete;

        /** @param out stays open */
        public Writer(OutputStream out) {
            this.json = JSON.createGenerator(ObjectWriteContext.empty(), out);
            this.parts = new PartWriter(json);
        }

        @Override
        public void accept(Captured part) {
            if (part instanceof Captured.OfLedger ledger) {
                json.writeStartObject();
                json.writeStringProperty(LedgerFormat.FORMAT, LedgerFormat.VERSION);
                parts.members(ledger);
                return;
            }
            while (section < 0 || !LedgerFormat.SECTIONS.get(section).type().isInstance(part)) {
                nextSection();
            }
            json.writeRaw('\n');
            parts.write((Record) part);
        }

        private void nextSection() {
            if (section >= 0) {
                json.writeEndArray();
            }
            section++;
            json.writeRaw('\n');
            json.writeName(LedgerFormat.SECTIONS.get(section).name());
            json.writeStartArray();
        }

        /** All parts have come. What is closed without is no document: its end is missing. */
        public void complete() {
            while (section < LedgerFormat.SECTIONS.size() - 1) {
                nextSection();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
            complete = true;
        }

        @Override
        public void close() {
            if (complete) {
                json.close();
            } else {
                json.flush();
            }
        }
    }

    /**
     * The parts that a document has.
     *
     * @param file its name, for messages
     * @throws DocumentException from the iterator too: where it is no such document, of another version, or has members
     *     that are not known
     */
    public static Iterator<Captured> read(String file, InputStream in) {
        return new Parts(file, JSON.createParser(ObjectReadContext.empty(), in));
    }

    private static final class Parts implements Iterator<Captured> {
        private final String file;
        private final JsonParser json;
        private final PartReader reader;
        private int section = -1;
        private Optional<Captured> next;

        Parts(String file, JsonParser json) {
            this.file = file;
            this.json = json;
            this.reader = new PartReader(file, json);
            this.next = Optional.of(read(this::ledger).orElseThrow());
        }

        @Override
        public boolean hasNext() {
            return next.isPresent();
        }

        @Override
        public Captured next() {
            Captured part = next.orElseThrow(NoSuchElementException::new);
            next = read(this::part);
            return part;
        }

        private Optional<Captured> read(java.util.function.Supplier<Optional<Captured>> step) {
            try {
                return step.get();
            } catch (JacksonException e) {
                int line = Optional.ofNullable(e.getLocation())
                        .map(location -> location.getLineNr())
                        .orElse(1);
                throw new Place(file, Math.max(1, line), "")
                        .wrong("this is no JSON: " + String.valueOf(e.getOriginalMessage()));
            }
        }

        private Optional<Captured> ledger() {
            reader.next();
            reader.expect(JsonToken.START_OBJECT);
            String version = reader.member(LedgerFormat.FORMAT);
            if (!version.equals(LedgerFormat.VERSION)) {
                throw reader.wrong("this program reads " + LedgerFormat.VERSION + ", not " + version);
            }
            return Optional.of(reader.header());
        }

        private Optional<Captured> part() {
            while (true) {
                if (section >= 0) {
                    if (reader.next() != JsonToken.END_ARRAY) {
                        return Optional.of((Captured) reader.record(
                                LedgerFormat.SECTIONS.get(section).type().asSubclass(Record.class)));
                    }
                    if (section == LedgerFormat.SECTIONS.size() - 1) {
                        end();
                        return Optional.empty();
                    }
                }
                reader.next();
                do {
                    section++;
                } while (isLeftOut(LedgerFormat.SECTIONS.get(section)));
                reader.here(LedgerFormat.SECTIONS.get(section).name());
                reader.expect(JsonToken.START_ARRAY);
            }
        }

        private boolean isLeftOut(LedgerFormat.Section next) {
            return next.younger() && !next.name().equals(json.currentName());
        }

        private void end() {
            reader.next();
            reader.expect(JsonToken.END_OBJECT);
            if (json.nextValue() != null) {
                throw reader.wrong("there is something behind the end of the document");
            }
        }
    }
}
