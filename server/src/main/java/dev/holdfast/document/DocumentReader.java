// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.client.document.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads one document into values with places, and refuses what readers of the format take silently: a member that stands
 * twice, a second document, aliases and tags of YAML, members without a value.
 */
final class DocumentReader {
    /** Deeper than any document of ours by far. */
    private static final int DEEPEST = 16;

    private static final Pattern YAML_LINE = Pattern.compile(" line ([0-9]{1,9}), column ");

    private final String file;
    private final JsonParser parser;

    private DocumentReader(String file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    static Value read(String file, DocumentFormat format, String text) {
        try (JsonParser parser = format.parser(text)) {
            return new DocumentReader(file, parser).document();
        } catch (JacksonException e) {
            throw new Place(file, line(e), "").wrong("this is no " + format + ": " + reason(e));
        }
    }

    /** A parser of YAML says only in its message where it stumbled, and last. */
    private static int line(JacksonException failure) {
        int read = Optional.ofNullable(failure.getLocation())
                .map(TokenStreamLocation::getLineNr)
                .orElse(1);
        return YAML_LINE
                .matcher(message(failure))
                .results()
                .map(found -> Integer.parseInt(found.group(1)))
                .reduce(Math.max(1, read), (before, last) -> last);
    }

    private static String message(JacksonException failure) {
        return Optional.ofNullable(failure.getOriginalMessage()).orElse("no reason is known");
    }

    /** A parser of YAML quotes the lines around what is wrong; they are indented, and of no use on one line. */
    private static String reason(JacksonException failure) {
        return message(failure)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                .collect(Collectors.joining("; "));
    }

    private Value document() {
        JsonToken first = parser.nextValue();
        if (first == null) {
            throw new Place(file, 1, "").wrong("there is nothing in this document");
        }
        Value value = value(first, new Place(file, line(), ""), 0);
        if (parser.nextValue() != null) {
            throw new Place(file, line(), "").wrong("a second document begins here; write one in a file");
        }
        return value;
    }

    private int line() {
        return Math.max(1, parser.currentLocation().getLineNr());
    }

    private Value value(JsonToken first, Place place, int depth) {
        if (depth > DEEPEST) {
            throw place.wrong("this is nested deeper than anything that is known");
        }
        if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
            throw place.wrong(
                    "aliases are not read; write the value itself, or put a text that begins with * in quotes");
        }
        if (parser.getTypeId() != null) {
            throw place.wrong("tags are not read; leave it away, or put a text that begins with ! in quotes");
        }
        return switch (first) {
            case START_OBJECT -> members(place, depth);
            case START_ARRAY -> items(place, depth);
            case VALUE_STRING -> new Value.Scalar(place, Value.Sort.TEXT, parser.getString());
            case VALUE_NUMBER_INT -> new Value.Scalar(place, Value.Sort.WHOLE, parser.getString());
            case VALUE_NULL -> throw place.wrong("it has no value; write one, or leave the member away");
            default -> new Value.Scalar(place, Value.Sort.OTHER, parser.getString());
        };
    }

    private Value members(Place place, int depth) {
        Map<String, Value> members = new LinkedHashMap<>();
        for (JsonToken next = next(); next != JsonToken.END_OBJECT; next = next()) {
            String name = parser.currentName();
            Place here = place.member(name, line());
            Value before = members.get(name);
            if (before != null) {
                throw here.wrong("it stands here a second time, after line "
                        + before.place().line() + "; keep one");
            }
            members.put(name, value(next, here, depth + 1));
        }
        return new Value.Members(place, members);
    }

    private Value items(Place place, int depth) {
        List<Value> items = new ArrayList<>();
        for (JsonToken next = next(); next != JsonToken.END_ARRAY; next = next()) {
            items.add(value(next, place.member("" + items.size(), line()), depth + 1));
        }
        return new Value.Items(place, items);
    }

    /** Inside of something that has an end. */
    private JsonToken next() {
        JsonToken next = parser.nextValue();
        if (next == null) {
            throw new Place(file, line(), "").wrong("the document ends in the middle");
        }
        return next;
    }
}
