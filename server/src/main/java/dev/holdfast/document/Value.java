// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.client.document.DocumentException;
import dev.holdfast.client.document.Place;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A value of a document with its place. Where it is not what is asked for, {@link DocumentException} says so. */
sealed interface Value {
    Place place();

    /** What it is, for messages. */
    String shown();

    /** Named values, in the order of the document. */
    record Members(Place place, Map<String, Value> values) implements Value {
        public Members {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        Optional<Value> find(String name) {
            return Optional.ofNullable(values.get(name));
        }

        /** Refuses a member of another name: it would be ignored, and its writer would never know. */
        void checkNames(Collection<String> known) {
            values.forEach((name, value) -> {
                if (!known.contains(name)) {
                    throw value.place().wrong("there is no such member; there are " + String.join(", ", known));
                }
            });
        }

        @Override
        public String shown() {
            return "a group of members";
        }
    }

    /** A list, in the order of the document. */
    record Items(Place place, List<Value> values) implements Value {
        public Items {
            values = List.copyOf(values);
        }

        @Override
        public String shown() {
            return "a list";
        }
    }

    /** A single value, as it is written. */
    record Scalar(Place place, Sort sort, String text) implements Value {
        @Override
        public String shown() {
            return sort == Sort.TEXT ? "the text '" + text + "'" : "'" + text + "'";
        }
    }

    /** What a single value is. */
    enum Sort {
        TEXT,
        WHOLE,
        /** A fraction, {@code true} or {@code false}: nothing that any member takes. */
        OTHER
    }

    /** One way to write a number, so that nobody has to know which of the others a format has. */
    Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)");

    default Members asMembers() {
        if (this instanceof Members members) {
            return members;
        }
        throw place().wrong("a group of members is expected, {} for none, not " + shown());
    }

    default List<Value> asItems() {
        if (this instanceof Items items) {
            return items.values();
        }
        throw place().wrong("a list is expected, [] for none, not " + shown());
    }

    default String asText() {
        if (this instanceof Scalar scalar && scalar.sort() == Sort.TEXT) {
            return scalar.text();
        }
        throw place().wrong("a text is expected, not " + shown() + "; put it in double quotes");
    }

    default long asLong() {
        if (this instanceof Scalar scalar
                && scalar.sort() == Sort.WHOLE
                && WHOLE_NUMBER.matcher(scalar.text()).matches()) {
            try {
                return Long.parseLong(scalar.text());
            } catch (NumberFormatException e) {
                throw place().wrong("a whole number is at most " + Long.MAX_VALUE + ", not " + scalar.text());
            }
        }
        throw place().wrong("a whole number is expected, such as 8, not " + shown());
    }

    default int asInt() {
        long value = asLong();
        if (value != (int) value) {
            throw place().wrong("this number is at most " + Integer.MAX_VALUE + ", not " + value);
        }
        return (int) value;
    }

    /** As on the command line: a text such as {@code 30s}, or a number of seconds. */
    default Duration asDuration() {
        if (this instanceof Scalar scalar && scalar.sort() != Sort.OTHER) {
            return place().checked(() -> DurationText.parse(scalar.text()));
        }
        throw place().wrong("a duration is expected, such as 500ms, 30s, 5m, 2h or 1d, not " + shown());
    }
}
