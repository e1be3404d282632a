// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.holdfast.client.wire.Wire;
import dev.holdfast.core.Command;
import dev.holdfast.core.Query;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a ledger can be told or asked can be said over HTTP. */
class VocabularyTest {
    static Stream<Class<?>> commandsAndQueries() {
        return new ClassFileImporter()
                .importPath(Repository.ROOT.resolve("core/target/classes")).stream()
                        .filter(each -> each.isAssignableTo(Command.class) || each.isAssignableTo(Query.class))
                        .filter(each -> !each.isInterface())
                        .map(JavaClass::reflect);
    }

    @ParameterizedTest
    @MethodSource("commandsAndQueries")
    void hasAName(Class<?> type) {
        assertThat(Wire.isSaid(type)).as("in the vocabulary of %s", Wire.class).isTrue();
    }
}
