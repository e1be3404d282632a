// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.Fence;
import dev.holdfast.core.Moment;
import dev.holdfast.core.Payload;
import dev.holdfast.core.ledger.Captured;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
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
    boolean isAtEnd() {
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
        if (!type.isSealed() && !PartWriter.isOneOfSeveral(type)) {
            return components(type);
        }
        String name = member(PartWriter.TYPE);
        Optional<Class<?>> record = type.isSealed()
                ? named(type, name)
                : Optional.<Class<?>>of(type)
                        .filter(only -> only.getSimpleName().equals(name));
        return components(
                record.orElseThrow(() -> wrong("there is no " + type.getSimpleName() + " '" + name + "' here")));
    }

    private static Optional<Class<?>> named(Class<?> sealed, String name) {
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            Optional<Class<?>> found = permitted.isSealed()
                    ? named(permitted, name)
                    : Optional.<Class<?>>of(permitted)
                            .filter(each -> each.getSimpleName().equals(name));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Object components(Class<?> record) {
        RecordComponent[] components = record.getRecordComponents();
        Map<String, Object> read = new HashMap<>();
        while (next() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            RecordComponent component = Arrays.stream(components)
                    .filter(each -> each.getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> wrong("there is no member '" + name + "' of " + record.getSimpleName()));
            path.add(name);
            if (read.put(name, value(component.getGenericType())) != null) {
                throw wrong("it stands here a second time");
            }
            path.removeLast();
        }
        Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            Object found = read.get(component.getName());
            arguments[i] = found != null ? found : empty(component);
        }
        return made(record, components, arguments);
    }

    private Object made(Class<?> record, RecordComponent[] components, Object[] arguments) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return record.getConstructor(types).newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refusal) {
                throw wrong(String.valueOf(refusal.getMessage()));
            }
            throw new IllegalStateException("cannot make " + record, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + record, e);
        }
    }

    private Object empty(RecordComponent component) {
        Class<?> type = component.getType();
        if (type == Optional.class) {
            return Optional.empty();
        }
        if (type == OptionalLong.class) {
            return OptionalLong.empty();
        }
        if (type == OptionalInt.class) {
            return OptionalInt.empty();
        }
        if (type == SortedSet.class) {
            return new TreeSet<>();
        }
        if (type == SortedMap.class) {
            return new TreeMap<>();
        }
        if (type == Map.class) {
            return Map.of();
        }
        if (type == Set.class) {
            return Set.of();
        }
        if (type == List.class) {
            return List.of();
        }
        throw wrong("the member '" + component.getName() + "' is missing");
    }

    private Object value(Type type) {
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
            return constant(plain);
        }
        expect(JsonToken.START_OBJECT);
        return members(plain);
    }

    private Object constant(Class<?> type) {
        String name = text();
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
            return map(of[1]);
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

    private SortedMap<String, Object> map(Type of) {
        expect(JsonToken.START_OBJECT);
        SortedMap<String, Object> map = new TreeMap<>();
        while (next() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            path.add(name);
            if (map.put(name, value(of)) != null) {
                throw wrong("it stands here a second time");
            }
            path.removeLast();
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

    void nextIs(String name) {
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
