package io.pinion.integration.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A simple name tells which type is meant, in the code and in talk about it: in all modules, tests included. */
class SimpleNamesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

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
