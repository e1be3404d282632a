// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Moment;
import dev.holdfast.core.ledger.Recorded;
import dev.holdfast.core.ledger.Recording;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * A recording as a file, {@code holdfast-recording/v1}: a line of JSON about the ledger, then one for each command. Payloads
 * are in it, claim secrets are not: equal ones have equal stand-ins.
 */
public final class RecordingFile {
    private static final String VERSION = "holdfast-recording/v1";
    private static final String TYPES = "dev.holdfast.core.work.";
    private static final JsonFactory JSON = JsonFactory.builder()
            .rootValueSeparator("\n")
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private RecordingFile() {}

    /**
     * Writes the file, that only its owner can read, in the place of one that may be there.
     *
     * @throws IOException when it cannot be written; then what was there is there
     */
    public static void write(Path file, Recording recording) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Path part = Files.createTempFile(folder, String.valueOf(file.getFileName()), ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part));
                    JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
                write(json, recording);
            } catch (JacksonException e) {
                throw new IOException(e.getOriginalMessage(), e);
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void write(JsonGenerator json, Recording recording) {
        json.writeStartObject();
        json.writeStringProperty("format", VERSION);
        json.writeStringProperty("authority", recording.authority().value());
        json.writeNumberProperty("forgotten", recording.forgotten());
        json.writeEndObject();
        PartWriter parts = new PartWriter(json);
        for (Recorded recorded : recording.recorded()) {
            json.writeStartObject();
            json.writeNumberProperty("at", recorded.at().micros());
            write(json, parts, "command", "with", recorded.command());
            recorded.decision().ifPresent(decision -> write(json, parts, "decision", "of", decision));
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, PartWriter parts, String type, String members, Object value) {
        json.writeStringProperty(type, value.getClass().getName().substring(TYPES.length()));
        json.writeName(members);
        parts.write((Record) value);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws DocumentException where it is no recording, or one of another version
     * @throws IOException when it cannot be read
     */
    public static Recording read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                JsonParser json = JSON.createParser(ObjectReadContext.empty(), in)) {
            return read(new PartReader(file.toString(), json));
        } catch (JacksonException e) {
            throw new Place(file.toString(), 1, "").wrong("this is no recording: " + e.getOriginalMessage());
        }
    }

    private static Recording read(PartReader reader) {
        reader.next();
        reader.expect(JsonToken.START_OBJECT);
        String version = reader.member("format");
        if (!version.equals(VERSION)) {
            throw reader.wrong("this program reads " + VERSION + ", not " + version);
        }
        AuthorityId authority = new AuthorityId(reader.member("authority"));
        reader.nextIs("forgotten");
        long forgotten = reader.number();
        end(reader);
        List<Recorded> recorded = new ArrayList<>();
        while (!reader.isAtEnd()) {
            recorded.add(line(reader));
        }
        return new Recording(authority, forgotten, recorded);
    }

    private static Recorded line(PartReader reader) {
        reader.expect(JsonToken.START_OBJECT);
        reader.nextIs("at");
        Moment at = new Moment(reader.number());
        Command<?> command = (Command<?>) value(reader, reader.member("command"), "with", Command.class);
        if (reader.next() == JsonToken.END_OBJECT) {
            return new Recorded(at, command, Optional.empty());
        }
        Decision decision = (Decision) value(reader, reader.text(), "of", Decision.class);
        end(reader);
        return new Recorded(at, command, Optional.of(decision));
    }

    private static Record value(PartReader reader, String type, String members, Class<?> of) {
        reader.nextIs(members);
        return reader.record(type(reader, type, of));
    }

    private static Class<? extends Record> type(PartReader reader, String name, Class<?> of) {
        try {
            Class<?> type = Class.forName(TYPES + name, false, RecordingFile.class.getClassLoader());
            if (type.isRecord() && of.isAssignableFrom(type)) {
                return type.asSubclass(Record.class);
            }
        } catch (ClassNotFoundException e) {
            // As any other name that is none of ours.
        }
        throw reader.wrong("there is no " + of.getSimpleName().toLowerCase(java.util.Locale.ROOT) + " '" + name + "'");
    }

    private static void end(PartReader reader) {
        reader.next();
        reader.expect(JsonToken.END_OBJECT);
    }
}
