// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Captured;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads what {@link PartWriter} writes, and nothing else: unknown and missing members are errors, with their place. */
public final class PartReader {
    private final String file;
    private final JsonParser json;
    private final List<String> path = new ArrayList<>();

    /** Where the parser stands. Names are passed over: a value knows its own. */
    private JsonToken at = JsonToken.NOT_AVAILABLE;

    /** @param file its name, for messages */
    public PartReader(String file, JsonParser json) {
        this.file = file;
        this.json = json;
    }

    /** Reads the object at whose beginning the parser stands. */
    public <T extends Record> T record(Class<T> type) {
        expect(JsonToken.START_OBJECT);
        return type.cast(members(type));
    }

    /** What to throw when something else should stand where the parser is. */
    public DocumentException wrong(String why) {
        return place().wrong(why);
    }

    private Place place() {
        return new Place(file, Math.max(1, json.currentLocation().getLineNr()), String.join(".", path));
    }

    /** Goes to the next value or end. */
    public JsonToken next() {
        JsonToken next = json.nextValue();
        if (next == null) {
            throw wrong("the document ends in the middle");
        }
        at = next;
        return next;
    }

    /** Whether nothing follows; otherwise goes there. */
    public boolean isAtEnd() {
        JsonToken next = json.nextValue();
        if (next != null) {
            at = next;
        }
        return next == null;
    }

    /** Refuses another sort of value than this where the parser is. */
    public void expect(JsonToken kind) {
        if (at != kind) {
            throw wrong("here is expected: " + kind + ", not " + at);
        }
    }

    /** From the beginning of an object to its end. */
    private Object members(Class<?> type) {
        if (!type.isSealed() && !RecordShape.of(type).oneOfSeveral) {
            return components(type);
        }
        String name = member(PartWriter.TYPE);
        Optional<Class<?>> record = type.isSealed()
                ? RecordShape.named(type, name)
                : Optional.<Class<?>>of(type)
                        .filter(only -> only.getSimpleName().equals(name));
        return components(
                record.orElseThrow(() -> wrong("there is no " + type.getSimpleName() + " '" + name + "' here")));
    }

    private Object components(Class<?> record) {
        RecordShape shape = RecordShape.of(record);
        @Nullable Object[] arguments = new Object[shape.parts.length];
        while (next() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            RecordShape.Part part = shape.part(name)
                    .orElseThrow(() -> wrong("there is no member '" + name + "' of " + record.getSimpleName()));
            path.add(name);
            if (arguments[part.position()] != null) {
                throw wrong("it stands here a second time");
            }
            arguments[part.position()] = value(part.genericType());
            path.removeLast();
        }
        for (RecordShape.Part part : shape.parts) {
            if (arguments[part.position()] == null) {
                arguments[part.position()] =
                        empty(part.type()).orElseThrow(() -> wrong("the member '" + part.name() + "' is missing"));
            }
        }
        return made(shape, arguments);
    }

    private Object made(RecordShape shape, @Nullable Object[] arguments) {
        try {
            return shape.constructor().newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refusal) {
                throw wrong(String.valueOf(refusal.getMessage()));
            }
            throw new IllegalStateException("cannot make " + shape.constructor(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + shape.constructor(), e);
        }
    }

    /** What a value of this type is when it was left away; empty when it cannot be left away. */
    public static Optional<Object> empty(Class<?> type) {
        if (type == Optional.class) {
            return Optional.of(Optional.empty());
        }
        if (type == OptionalLong.class) {
            return Optional.of(OptionalLong.empty());
        }
        if (type == OptionalInt.class) {
            return Optional.of(OptionalInt.empty());
        }
        if (type == SortedSet.class) {
            return Optional.of(new TreeSet<>());
        }
        if (type == SortedMap.class) {
            return Optional.of(new TreeMap<>());
        }
        if (type == Map.class) {
            return Optional.of(Map.of());
        }
        if (type == Set.class) {
            return Optional.of(Set.of());
        }
        if (type == List.class) {
            return Optional.of(List.of());
        }
        return Optional.empty();
    }

    /** The value that stands where the parser is. */
    public Object value(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return generic((Class<?>) parameterized.getRawType(), parameterized.getActualTypeArguments());
        }
        Class<?> plain = (Class<?>) type;
        Optional<? extends TextForm<?>> form = TextForm.of(plain);
        if (form.isPresent()) {
            String text = text();
            return place().checked(
                            () -> Objects.requireNonNull(form.get().read().apply(text)));
        }
        if (plain == boolean.class) {
            if (at != JsonToken.VALUE_TRUE && at != JsonToken.VALUE_FALSE) {
                throw wrong("true or false is expected");
            }
            return at == JsonToken.VALUE_TRUE;
        }
        if (plain == int.class || plain == Integer.class) {
            long number = number();
            if (number != (int) number) {
                throw wrong("this number is too large: " + number);
            }
            return (int) number;
        }
        if (plain == long.class || plain == Long.class) {
            return number();
        }
        if (plain == Moment.class) {
            return new Moment(number());
        }
        if (plain == OptionalLong.class) {
            return OptionalLong.of(number());
        }
        if (plain == OptionalInt.class) {
            return OptionalInt.of((int) number());
        }
        if (plain == Payload.class) {
            return payload();
        }
        if (plain.isEnum()) {
            return constant(plain, text());
        }
        expect(JsonToken.START_OBJECT);
        return members(plain);
    }

    private Object constant(Class<?> type, String name) {
        return Arrays.stream(Objects.requireNonNull(type.getEnumConstants()))
                .filter(each -> ((Enum<?>) each).name().equals(name))
                .findFirst()
                .orElseThrow(() -> wrong("there is no " + type.getSimpleName() + " '" + name + "'"));
    }

    private Object generic(Class<?> type, Type[] of) {
        if (type == Optional.class) {
            return Optional.of(value(of[0]));
        }
        if (type == List.class) {
            return items(of[0], new ArrayList<>());
        }
        if (type == SortedSet.class) {
            return items(of[0], new TreeSet<>());
        }
        if (type == Set.class) {
            return items(of[0], new LinkedHashSet<>());
        }
        if (type == Map.class || type == SortedMap.class) {
            return PartWriter.isText((Class<?>) of[0]) ? map((Class<?>) of[0], of[1]) : entries(of[0], of[1]);
        }
        throw new IllegalStateException("no form in a document: " + type);
    }

    private Collection<Object> items(Type of, Collection<Object> into) {
        expect(JsonToken.START_ARRAY);
        while (next() != JsonToken.END_ARRAY) {
            if (!into.add(value(of))) {
                throw wrong("an item stands here a second time");
            }
        }
        return into;
    }

    private SortedMap<Object, Object> map(Class<?> keys, Type values) {
        expect(JsonToken.START_OBJECT);
        SortedMap<Object, Object> map = new TreeMap<>();
        while (next() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            path.add(name);
            if (map.put(key(keys, name), value(values)) != null) {
                throw wrong("it stands here a second time");
            }
            path.removeLast();
        }
        return map;
    }

    private Object key(Class<?> type, String name) {
        return type.isEnum()
                ? constant(type, name)
                : place().checked(() -> Objects.requireNonNull(
                        TextForm.of(type).orElseThrow().read().apply(name)));
    }

    private SortedMap<Object, Object> entries(Type keys, Type values) {
        SortedMap<Object, Object> map = new TreeMap<>();
        if (at == JsonToken.START_OBJECT) { // an empty one: who writes it does not see what its keys would be
            next();
            expect(JsonToken.END_OBJECT);
            return map;
        }
        expect(JsonToken.START_ARRAY);
        while (next() != JsonToken.END_ARRAY) {
            expect(JsonToken.START_OBJECT);
            nextIs(PartWriter.KEY);
            Object key = value(keys);
            nextIs(PartWriter.VALUE);
            if (map.put(key, value(values)) != null) {
                throw wrong("it stands here a second time");
            }
            next();
            expect(JsonToken.END_OBJECT);
        }
        return map;
    }

    private Payload payload() {
        expect(JsonToken.START_OBJECT);
        String mediaType = member("mediaType");
        nextIs("base64");
        expect(JsonToken.VALUE_STRING);
        byte[] bytes = json.getBinaryValue();
        next();
        expect(JsonToken.END_OBJECT);
        return place().checked(() -> Payload.of(bytes, mediaType));
    }

    /** Goes to the value of the next member, which has this name. */
    public void nextIs(String name) {
        next();
        here(name);
    }

    /** Refuses another member than the one of this name where the parser is. */
    public void here(String name) {
        if (at == JsonToken.END_OBJECT || !name.equals(json.currentName())) {
            throw wrong("here is expected: the member '" + name + "'");
        }
    }

    /** The ledger's own members, behind the version. */
    public Captured.OfLedger header() {
        AuthorityId authority = place().checked(() -> new AuthorityId(member("authority")));
        nextIs("epoch");
        long epoch = number();
        if (epoch < 1 || epoch > Fence.MAX_EPOCH) {
            throw wrong("an epoch is 1 to " + Fence.MAX_EPOCH + ", not " + epoch);
        }
        return new Captured.OfLedger(authority, (int) epoch);
    }

    /** The text of the next member, which has this name. */
    public String member(String name) {
        nextIs(name);
        return text();
    }

    String text() {
        expect(JsonToken.VALUE_STRING);
        return json.getString();
    }

    long number() {
        expect(JsonToken.VALUE_NUMBER_INT);
        try {
            return json.getLongValue();
        } catch (tools.jackson.core.exc.InputCoercionException e) {
            throw wrong("this number is too large: " + json.getString());
        }
    }
}
