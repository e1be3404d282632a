// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows of the architecture, in what was compiled: all point at {@code core}, nothing sees the command line. */
class ArchitectureTest {
    private static final String CORE = "dev.holdfast.core..";
    private static final String[] RULES = {"dev.holdfast.core.work..", "dev.holdfast.core.attempt.."};
    private static final String TESTKIT = "dev.holdfast.testkit..";
    private static final String STORES = "dev.holdfast.jdbc..";
    private static final String COMMAND = "dev.holdfast.cli..";
    private static final String[] RUNTIME = {"dev.holdfast", "dev.holdfast.runtime.."};

    /** Annotations, which nothing needs in order to run. */
    private static final String NULLNESS = "org.jspecify.annotations";

    private static final JavaClasses ALL = new ClassFileImporter()
            .importPaths(Repository.modules().stream()
                    .map(module -> module.resolve("target/classes"))
                    .toList());

    private static final Set<String> BASE =
            ModuleLayer.boot().findModule("java.base").orElseThrow().getPackages();

    private static final DescribedPredicate<JavaClass> IN_BASE = describe(
            "in java.base",
            each -> each.getBaseComponentType().isPrimitive()
                    || BASE.contains(each.getBaseComponentType().getPackageName()));

    private static DescribedPredicate<JavaClass> named(String name) {
        return describe(name, each -> each.getName().equals(name));
    }

    static List<ArchRule> arrows() {
        return List.of(
                classes()
                        .that()
                        .resideInAPackage(CORE)
                        .should()
                        .onlyDependOnClassesThat(IN_BASE.or(resideInAnyPackage(CORE, NULLNESS)))
                        .because("core decides and does nothing else"),
                noClasses()
                        .that()
                        .resideInAnyPackage(RULES)
                        .should()
                        .dependOnClassesThat(resideInAnyPackage(
                                        "java.io..",
                                        "java.net..",
                                        "java.nio.file..",
                                        "java.nio.channels..",
                                        "java.sql..")
                                .or(describe(
                                        "clocks, chance and threads",
                                        each -> Set.of(
                                                        "java.time.Clock",
                                                        "java.time.Instant",
                                                        "java.util.Random",
                                                        "java.lang.Thread",
                                                        "dev.holdfast.core.ledger.LedgerClock")
                                                .contains(each.getName()))))
                        .because("a rule gives the same answer to the same question, always"),
                noClasses()
                        .that()
                        .resideInAPackage(STORES)
                        .should()
                        .dependOnClassesThat(resideInAnyPackage(RULES)
                                .and(describe("rules", each -> each.getName().endsWith("Rules"))))
                        .because("a store keeps; Engine asks the rules"),
                noClasses()
                        .that()
                        .resideInAPackage(STORES)
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.holdfast.core.memory..")
                        .because("the reference is compared with the stores, so it cannot be part of one"),
                noClasses()
                        .that()
                        .resideInAPackage(STORES)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(RUNTIME),
                noClasses()
                        .that()
                        .resideOutsideOfPackage(COMMAND)
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(COMMAND)
                        .because("nothing sees the command line"),
                noClasses()
                        .that()
                        .resideOutsideOfPackages(TESTKIT, "dev.holdfast.benchmarks..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(TESTKIT)
                        .because("the testkit judges the product, it is no part of it"),
                noClasses()
                        .that()
                        .resideInAPackage("dev.holdfast.jdbc.sqlite..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.holdfast.jdbc.postgres.."),
                noClasses()
                        .that()
                        .resideInAPackage("dev.holdfast.jdbc.postgres..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.holdfast.jdbc.sqlite..")
                        .allowEmptyShould(true),
                slices().assignedFrom(new ByPackage())
                        .should()
                        .beFreeOfCycles()
                        // The root names its subcommands; nothing else of it looks into their package.
                        .ignoreDependency(named("dev.holdfast.cli.Main"), named("dev.holdfast.cli.run.RunCommand"))
                        .ignoreDependency(
                                named("dev.holdfast.cli.Main"), named("dev.holdfast.cli.torture.TortureCommand")));
    }

    @ParameterizedTest
    @MethodSource("arrows")
    void anArrowPointsOneWay(ArchRule arrow) {
        arrow.check(ALL);
    }

    @Test
    void coreNeedsNothingButTheBaseToRun() {
        Path classes = Repository.ROOT.resolve("core/target/classes");
        ModuleDescriptor core =
                ModuleFinder.of(classes).find("dev.holdfast.core").orElseThrow().descriptor();

        assertThat(core.requires().stream()
                        .filter(each -> !each.modifiers().contains(Requires.Modifier.STATIC))
                        .map(Requires::name))
                .containsExactly("java.base");
    }

    /** Nothing is missing, and no package is in two of them. */
    @Test
    void theModulesHoldTogether() {
        Path[] places = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(place -> !place.endsWith("test-classes"))
                .toArray(Path[]::new);

        Configuration resolved = ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(places), ModuleFinder.of(), Set.of("dev.holdfast.server"));

        assertThat(resolved.modules())
                .extracting(ResolvedModule::name)
                .contains("dev.holdfast.core", "dev.holdfast.jdbc", "dev.holdfast.runtime", "dev.holdfast.server")
                .doesNotContain("dev.holdfast.testkit");
    }

    private static final class ByPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
            return SliceIdentifier.of(each.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }
}
