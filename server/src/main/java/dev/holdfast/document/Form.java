// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import dev.holdfast.core.work.BandOrder;
import dev.holdfast.core.work.DomainLimit;
import dev.holdfast.core.work.Fairness;
import dev.holdfast.core.work.Oversized;
import dev.holdfast.core.work.Retry;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** How the values of a policy look in a document. Bounds are not known here: the constructors of core check them. */
interface Form<T> {
    /** In place of a number: there is no limit. */
    String NONE = "none";

    Form<Integer> NUMBER = of(Value::asInt, number -> number);
    Form<OptionalLong> MOST = of(Form::readMost, Form::writeMost);
    Form<Duration> DURATION = of(Value::asDuration, DurationText::write);
    Form<Oversized> OVERSIZED = of(Form::oversized, Oversized::name);
    Form<BandOrder> ORDER = of(BandOrders::read, BandOrders::write);
    Form<SortedMap<String, Long>> AMOUNTS = of(found -> named(found, Value::asLong), TreeMap::new);
    Form<SortedMap<String, String>> TEXTS = of(found -> named(found, Value::asText), TreeMap::new);
    Form<SortedMap<String, DomainLimit>> DOMAINS = of(found -> named(found, Form::domain), Form::domains);

    Form<SortedSet<String>> NAMES = of(Form::names, List::copyOf);

    /** Weights and limits are given as a whole. */
    Form<Fairness> FAIRNESS = new Form<>() {
        @Override
        public Fairness read(Value found, Fairness before) {
            Value.Members members = found.asMembers();
            members.checkNames(List.of("defaultWeight", "weights", "limits", "keys", "cost"));
            int weight = members.find("defaultWeight").map(Value::asInt).orElse(before.defaultWeight());
            SortedMap<String, Integer> weights = members.find("weights")
                    .map(each -> named(each, Value::asInt))
                    .orElseGet(TreeMap::new);
            SortedMap<String, Integer> limits = members.find("limits")
                    .map(each -> named(each, Value::asInt))
                    .orElseGet(TreeMap::new);
            Fairness.Keys keys = members.find("keys")
                    .map(each -> constant(each, Fairness.Keys.values()))
                    .orElse(before.keys());
            Fairness.Cost cost = members.find("cost")
                    .map(each -> constant(each, Fairness.Cost.values()))
                    .orElse(before.cost());
            return found.place().checked(() -> new Fairness(weight, weights, limits, keys, cost));
        }

        @Override
        public Object write(Fairness fairness) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("cost", fairness.cost().name());
            members.put("keys", fairness.keys().name());
            members.put("defaultWeight", fairness.defaultWeight());
            members.put("weights", new TreeMap<>(fairness.weights()));
            members.put("limits", new TreeMap<>(fairness.limits()));
            return members;
        }
    };

    /** A retry, of which a document may give a part. */
    Form<Retry> RETRY = new Form<>() {
        private static final List<String> NAMES = List.of("initial", "factor", "cap", "jitterPercent");

        @Override
        public Retry read(Value found, Retry before) {
            Value.Members members = found.asMembers();
            members.checkNames(NAMES);
            Duration initial = members.find("initial").map(Value::asDuration).orElse(before.initial());
            int factor = members.find("factor").map(Value::asInt).orElse(before.factor());
            Duration cap = members.find("cap").map(Value::asDuration).orElse(before.cap());
            int jitter = members.find("jitterPercent").map(Value::asInt).orElse(before.jitterPercent());
            return found.place().checked(() -> new Retry(initial, factor, cap, jitter));
        }

        @Override
        public Object write(Retry retry) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("initial", DurationText.write(retry.initial()));
            members.put("factor", retry.factor());
            members.put("cap", DurationText.write(retry.cap()));
            members.put("jitterPercent", retry.jitterPercent());
            return members;
        }
    };

    /** @param before what it is where the document does not say */
    T read(Value found, T before);

    Object write(T value);

    /** A form of values that are given as a whole. */
    static <T> Form<T> of(Function<Value, T> read, Function<T, Object> write) {
        return new Form<>() {
            @Override
            public T read(Value found, T before) {
                return read.apply(found);
            }

            @Override
            public Object write(T value) {
                return write.apply(value);
            }
        };
    }

    private static <T> SortedMap<String, T> named(Value found, Function<Value, T> read) {
        SortedMap<String, T> values = new TreeMap<>();
        found.asMembers().values().forEach((name, value) -> values.put(name, read.apply(value)));
        return values;
    }

    private static SortedSet<String> names(Value found) {
        SortedSet<String> names = new TreeSet<>();
        for (Value each : found.asItems()) {
            if (!names.add(each.asText())) {
                throw each.place().wrong("'" + each.asText() + "' is there twice");
            }
        }
        return names;
    }

    private static OptionalLong readMost(Value found) {
        boolean isNone = found instanceof Value.Scalar scalar && scalar.text().equals(NONE);
        return isNone ? OptionalLong.empty() : OptionalLong.of(found.asLong());
    }

    private static Object writeMost(OptionalLong limit) {
        return limit.isPresent() ? (Object) limit.getAsLong() : NONE;
    }

    private static Oversized oversized(Value found) {
        return constant(found, Oversized.values());
    }

    /** The constant of this name. */
    static <E extends Enum<E>> E constant(Value found, E[] all) {
        String word = found.asText();
        return Arrays.stream(all)
                .filter(each -> each.name().equals(word))
                .findFirst()
                .orElseThrow(
                        () -> found.place().wrong("it is one of " + Arrays.toString(all) + ", not '" + word + "'"));
    }

    private static DomainLimit domain(Value found) {
        Value.Members members = found.asMembers();
        members.checkNames(List.of("claims", "resources"));
        OptionalLong claims = members.find("claims")
                .map(value -> OptionalLong.of(value.asLong()))
                .orElse(OptionalLong.empty());
        SortedMap<String, Long> resources = members.find("resources")
                .map(value -> named(value, Value::asLong))
                .orElseGet(TreeMap::new);
        return found.place().checked(() -> new DomainLimit(claims, resources));
    }

    private static Object domains(SortedMap<String, DomainLimit> domains) {
        Map<String, Object> written = new LinkedHashMap<>();
        domains.forEach((name, limit) -> {
            Map<String, Object> members = new LinkedHashMap<>();
            limit.claims().ifPresent(claims -> members.put("claims", claims));
            if (!limit.resources().isEmpty()) {
                members.put("resources", new TreeMap<>(limit.resources()));
            }
            written.put(name, members);
        });
        return written;
    }
}
