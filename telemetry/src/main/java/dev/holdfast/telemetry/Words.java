// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.telemetry;

import dev.holdfast.core.Command;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Values of tags made of types: as many as there are types, so they are bounded. */
final class Words {
    private static final Pattern INNER_CAPITAL = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    private static final ClassValue<String> OF = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return INNER_CAPITAL.matcher(type.getSimpleName()).replaceAll("-").toLowerCase(Locale.ROOT);
        }
    };

    private Words() {}

    /** {@code stale-fence} for a {@code StaleFence}. */
    static String ofType(Object value) {
        return OF.get(value.getClass());
    }

    /** {@code not-started} for NOT_STARTED. */
    static String ofEnum(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The sort of the commands, when they are of one. */
    static String ofCommands(List<? extends Command<?>> commands) {
        Set<String> sorts = commands.stream().map(Words::ofType).collect(Collectors.toSet());
        return sorts.size() == 1 ? sorts.iterator().next() : "batch";
    }
}
