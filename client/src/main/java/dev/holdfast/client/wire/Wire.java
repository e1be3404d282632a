// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.wire;

import dev.holdfast.client.document.DocumentException;
import dev.holdfast.client.document.PartReader;
import dev.holdfast.client.document.PartWriter;
import dev.holdfast.client.document.Place;
import dev.holdfast.core.Command;
import dev.holdfast.core.Decision;
import dev.holdfast.core.Query;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The bodies of requests and responses, as JSON:
 *
 * <pre>
 * {"commands": [{"command": "Begin", "with": {"work": "…", "fence": "1.7", "secret": "…"}}, …]}
 * {"decisions": [{"type": "Begun", …}, …]}          one for each command, in their order
 * {"query": "Inspect", "with": {"work": "…"}}
 * {"answer": …}                                     left away where the answer is that there is none
 * {"code": "UNAVAILABLE", "message": "…", "id": "…"}
 * </pre>
 *
 * Values have the form that they have in documents, and what is unknown or said twice is refused.
 */
public final class Wire {
    /** Largest body of a request, in bytes. A command with the largest payload fits. */
    public static final int MAX_REQUEST = 1024 * 1024;

    /** Most commands of one request. */
    public static final int MAX_COMMANDS = 1_000;

    private static final String BODY = "body";
    private static final int MAX_DEPTH = 32;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private Wire() {}

    /** Whether a type is a command or query that can be said. */
    public static boolean isSaid(Class<?> type) {
        return Vocabulary.COMMANDS.has(type) || Vocabulary.QUESTIONS.has(type);
    }

    /** One command, as it stands among those of a request. */
    public static byte[] command(Command<?> command) {
        Vocabulary.COMMANDS.answer(command.getClass());
        return written(json -> said(json, "command", (Record) command));
    }

    /** A request of commands that were written alone. */
    public static byte[] commands(List<byte[]> written) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(ascii("{\"commands\":["));
        for (int i = 0; i < written.size(); i++) {
            if (i > 0) {
                body.write(',');
            }
            body.writeBytes(written.get(i));
        }
        body.writeBytes(ascii("]}"));
        return body.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** @throws DocumentException when these are no commands */
    public static List<Command<?>> readCommands(byte[] body) {
        return read(body, reader -> {
            List<Command<?>> commands = new ArrayList<>();
            reader.nextIs("commands");
            reader.expect(JsonToken.START_ARRAY);
            while (reader.next() != JsonToken.END_ARRAY) {
                reader.expect(JsonToken.START_OBJECT);
                commands.add((Command<?>) heard(reader, "command", Vocabulary.COMMANDS));
                if (commands.size() > MAX_COMMANDS) {
                    throw reader.wrong("a request has at most " + MAX_COMMANDS + " commands");
                }
            }
            end(reader);
            return commands;
        });
    }

    public static byte[] decisions(List<Decision> decisions) {
        return written(json -> {
            PartWriter parts = PartWriter.withSecrets(json);
            json.writeStartObject();
            json.writeArrayPropertyStart("decisions");
            decisions.forEach(decision -> parts.write((Record) decision));
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    /**
     * @param commands that were asked, in their order
     * @throws DocumentException when these are no decisions about them
     */
    public static List<Decision> readDecisions(byte[] body, List<? extends Command<?>> commands) {
        return read(body, reader -> {
            List<Decision> decisions = new ArrayList<>();
            reader.nextIs("decisions");
            reader.expect(JsonToken.START_ARRAY);
            for (Command<?> command : commands) {
                reader.next();
                decisions.add((Decision) reader.value(Vocabulary.COMMANDS.answer(command.getClass())));
            }
            reader.next();
            reader.expect(JsonToken.END_ARRAY);
            end(reader);
            return decisions;
        });
    }

    public static byte[] query(Query<?> query) {
        Vocabulary.QUESTIONS.answer(query.getClass());
        return written(json -> said(json, "query", (Record) query));
    }

    /** @throws DocumentException when this is no query */
    public static Query<?> readQuery(byte[] body) {
        return read(body, reader -> (Query<?>) heard(reader, "query", Vocabulary.QUESTIONS));
    }

    /** @param answer of any query */
    public static byte[] answer(Object answer) {
        return written(json -> {
            json.writeStartObject();
            if (!PartWriter.isEmpty(answer)) {
                json.writeName("answer");
                PartWriter.withSecrets(json).write(answer);
            }
            json.writeEndObject();
        });
    }

    /** @throws DocumentException when this is no answer to the query */
    @SuppressWarnings("unchecked") // what is read is of the type of the query's answers
    public static <R> R readAnswer(byte[] body, Query<R> query) {
        Type type = Vocabulary.QUESTIONS.answer(query.getClass());
        return (R) read(body, reader -> {
            if (reader.next() == JsonToken.END_OBJECT) {
                return PartReader.empty(raw(type)).orElseThrow(() -> reader.wrong("there is no answer"));
            }
            reader.here("answer");
            Object answer = reader.value(type);
            end(reader);
            return answer;
        });
    }

    private static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    /** Any record by itself. */
    public static byte[] record(Record record) {
        return written(json -> PartWriter.withSecrets(json).write(record));
    }

    /** @throws DocumentException when it is no such record */
    public static <T extends Record> T readRecord(byte[] body, Class<T> type) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
            PartReader reader = new PartReader(BODY, json);
            reader.next();
            T record = reader.record(type);
            nothingMore(reader);
            return record;
        } catch (JacksonException e) {
            throw noJson(e);
        }
    }

    private static void said(JsonGenerator json, String kind, Record value) {
        json.writeStartObject();
        json.writeStringProperty(kind, value.getClass().getSimpleName());
        json.writeName("with");
        PartWriter.withSecrets(json).write(value);
        json.writeEndObject();
    }

    /** Behind the beginning of the object that was {@link #said}, to its end. */
    private static Record heard(PartReader reader, String kind, Vocabulary vocabulary) {
        String name = reader.member(kind);
        Class<? extends Record> type =
                vocabulary.named(name).orElseThrow(() -> reader.wrong("there is no " + kind + " '" + name + "'"));
        reader.nextIs("with");
        Record value = reader.record(type);
        end(reader);
        return value;
    }

    private static byte[] written(Consumer<JsonGenerator> content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            content.accept(json);
        }
        return bytes.toByteArray();
    }

    /** Reads the members of the only object of a body. */
    private static <T> T read(byte[] body, Function<PartReader, T> members) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
            PartReader reader = new PartReader(BODY, json);
            reader.next();
            reader.expect(JsonToken.START_OBJECT);
            T value = members.apply(reader);
            nothingMore(reader);
            return value;
        } catch (JacksonException e) {
            throw noJson(e);
        }
    }

    private static void end(PartReader reader) {
        reader.next();
        reader.expect(JsonToken.END_OBJECT);
    }

    private static void nothingMore(PartReader reader) {
        if (!reader.isAtEnd()) {
            throw reader.wrong("there is more than one value");
        }
    }

    private static DocumentException noJson(JacksonException e) {
        return new Place(BODY, 1, "").wrong("this is no JSON: " + e.getOriginalMessage());
    }
}
