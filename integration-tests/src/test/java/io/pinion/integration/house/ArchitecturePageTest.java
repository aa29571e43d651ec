package io.pinion.integration.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/architecture.md} names classes that there are, and few enough that a reader may open all of them; and it names every
 * package of the modules that have several.
 */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Path PAGE = ROOT.resolve("docs/architecture.md");

    private static final List<String> MODULES =
            List.of("protocol-codec", "routing-core", "config", "operations", "proxy-server");

    private static final Pattern MODULE = Pattern.compile("`([a-z-]+)`");

    private static final Pattern PACKAGE = Pattern.compile("- `([a-z.]+)`: \\S");

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

    @Test
    void everyPackageHasItsLine() throws Exception {
        assertThat(listedPackages()).containsExactlyInAnyOrderElementsOf(packages());
    }

    /** Each by the module whose name stands above its line. */
    private static List<String> listedPackages() throws IOException {
        List<String> listed = new ArrayList<>();
        String module = "";
        for (String line : Files.readAllLines(PAGE)) {
            Matcher heading = MODULE.matcher(line);
            Matcher entry = PACKAGE.matcher(line);
            if (heading.matches()) {
                module = heading.group(1);
            } else if (entry.lookingAt()) {
                listed.add(module + ": " + entry.group(1));
            }
        }
        return listed;
    }

    /** Those that have a class; a package that only explains others is no room. */
    private static List<String> packages() throws IOException {
        List<String> found = new ArrayList<>();
        for (String module : MODULES) {
            Path sources = ROOT.resolve(module).resolve("src/main/java/io/pinion");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                        .map(file ->
                                sources.relativize(file.getParent()).toString().replace('/', '.'))
                        .distinct()
                        .forEach(name -> found.add(module + ": " + name));
            }
        }
        return found;
    }

    private static Map<String, Set<String>> ways() throws Exception {
        Map<String, Set<String>> ways = new TreeMap<>();
        for (String section : Files.readString(PAGE).split("\n## ")) {
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
