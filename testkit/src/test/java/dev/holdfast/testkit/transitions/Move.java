// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.transitions;

import dev.holdfast.core.work.UnitCommand;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Locale;

/** One thing that can happen to a unit. */
sealed interface Move {
    /** A command about the unit. */
    record Send(UnitCommand<?> command) implements Move {
        @Override
        public String verb() {
            return words(command.getClass().getSimpleName());
        }

        /** Which of the sealed choices that the command carries, as {@code Released} of a settlement. */
        @Override
        public String choice() {
            for (RecordComponent part : command.getClass().getRecordComponents()) {
                if (part.getType().isSealed()) {
                    try {
                        return part.getAccessor().invoke(command).getClass().getSimpleName();
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException("cannot read " + part, e);
                    }
                }
            }
            return "";
        }
    }

    /** A new worker asks for it. */
    record Claim() implements Move {
        @Override
        public String verb() {
            return "claim";
        }
    }

    /** Time passes, then the pool is swept. */
    record Sweep(Duration later) implements Move {
        @Override
        public String verb() {
            return "sweep";
        }
    }

    String verb();

    default String choice() {
        return "";
    }

    private static String words(String name) {
        return name.replaceAll("(?<=\\p{Ll})(?=\\p{Lu})", " ").toLowerCase(Locale.ROOT);
    }
}
