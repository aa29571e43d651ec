package io.pinion.integration.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/architecture.md} names classes that there are, and few enough that a reader may open all of them. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final int MOST_CLASSES = 14;

    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w*)`");

    @Test
    void eachWayNamesFewClassesThatThereAre() throws Exception {
        Map<String, Set<String>> ways = ways();
        Set<String> declared = declared();

        assertThat(ways).hasSize(4);
        ways.forEach((way, classes) -> {
            assertThat(classes).as(way).isSubsetOf(declared).hasSizeBetween(4, MOST_CLASSES);
        });
    }

    private static Map<String, Set<String>> ways() throws Exception {
        Map<String, Set<String>> ways = new TreeMap<>();
        for (String section :
                Files.readString(ROOT.resolve("docs/architecture.md")).split("\n## ")) {
            if (section.startsWith("The way of ")) {
                Set<String> classes = new LinkedHashSet<>();
                Matcher matcher = CLASS.matcher(section);
                while (matcher.find()) {
                    classes.add(matcher.group(1));
                }
                ways.put(section.lines().findFirst().orElseThrow(), classes);
            }
        }
        return ways;
    }

    private static Set<String> declared() throws Exception {
        Set<String> names = new LinkedHashSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path sources = module.resolve("src/main/java");
                if (Files.isDirectory(sources)) {
                    try (Stream<Path> files = Files.walk(sources)) {
                        names.addAll(files.map(file -> file.getFileName().toString())
                                .filter(name -> name.endsWith(".java"))
                                .map(name -> name.substring(0, name.length() - ".java".length()))
                                .collect(Collectors.toSet()));
                    }
                }
            }
        }
        // A plan is a record within RoutePlan.
        names.addAll(Stream.of(io.pinion.routing.plan.RoutePlan.class.getDeclaredClasses())
                .map(Class::getSimpleName)
                .toList());
        return names;
    }
}
