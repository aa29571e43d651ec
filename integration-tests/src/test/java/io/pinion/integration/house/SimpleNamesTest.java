package io.pinion.integration.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A simple name tells which type is meant, in the code and in talk about it. No two files have the same name, in all modules, tests
 * included. Of the types inside of others, in the code without tests, only two sorts may be called like a type with a file of its own:
 * members of a sealed interface, and those whose name is one of the {@link #GENERAL} ones, which aren't checked.
 */
class SimpleNamesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Nested types had these names when this was first checked; the list should only get shorter. */
    private static final Set<String> GENERAL = Set.of(
            "Answers",
            "Beginning",
            "Cancelled",
            "Column",
            "Condition",
            "Definition",
            "Edit",
            "Group",
            "Key",
            "Kill",
            "Login",
            "Origin",
            "Phase",
            "Reading",
            "Result",
            "Row",
            "ServerTls",
            "Statement",
            "Step",
            "Table",
            "Task",
            "Terms",
            "Waiter");

    @Test
    void noTwoTypesShareASimpleName() throws Exception {
        Map<String, List<String>> files = new TreeMap<>();
        for (Path tree : sourceTrees()) {
            for (Path file : javaFiles(tree)) {
                files.computeIfAbsent(file.getFileName().toString(), name -> new ArrayList<>())
                        .add(ROOT.relativize(file).toString());
            }
        }

        assertThat(files).hasSizeGreaterThan(1_000);
        assertThat(files.values()).filteredOn(same -> same.size() > 1).isEmpty();
    }

    @Test
    void noNestedTypeIsCalledLikeATopLevelOne() {
        JavaClasses pinion = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("io.pinion");
        Set<String> topLevel = pinion.stream()
                .filter(JavaClass::isTopLevelClass)
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());

        assertThat(topLevel).hasSizeGreaterThan(1_000);
        assertThat(pinion.stream()
                        .filter(JavaClass::isMemberClass)
                        .filter(type -> topLevel.contains(type.getSimpleName()))
                        .filter(type -> !GENERAL.contains(type.getSimpleName()))
                        .filter(type -> !isInSealedInterface(type))
                        .map(JavaClass::getName))
                .isEmpty();
    }

    private static boolean isInSealedInterface(JavaClass type) {
        JavaClass outer = type.getEnclosingClass().orElseThrow();
        return outer.isInterface() && outer.reflect().isSealed();
    }

    private static List<Path> sourceTrees() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.flatMap(module ->
                            Stream.of("src/main/java", "src/test/java").map(module::resolve))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }

    private static List<Path> javaFiles(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.filter(file -> file.toString().endsWith(".java")
                            && !file.endsWith("package-info.java")
                            && !file.endsWith("module-info.java"))
                    .toList();
        }
    }
}
