package io.pinion.integration.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What all Markdown pages of the repository point to is there: files, tests and methods of tests. */
class PagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** A link within the repository: neither to a scheme nor to a place on the same page. */
    private static final Pattern LINK =
            Pattern.compile("\\[(?<text>[^\\]]*)]\\((?<file>(?![a-z]+:)[^)#\\s]+)(?:#[^)]*)?\\)");

    /** A link to a heading, of the same page where no file stands before it. */
    private static final Pattern ANCHOR =
            Pattern.compile("\\]\\((?<file>(?![a-z]+:)[^)#\\s]*)#(?<heading>[^)\\s]+)\\)");

    /** The text of a link to a method of a test. */
    private static final Pattern METHOD = Pattern.compile("\\w+#(\\w+)");

    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");

    private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\w*[a-z0-9](?:IT|Test)\\b");

    private final Map<Path, String> pages = read();

    @Test
    void everyLinkLeadsToAFile() {
        List<String> wrong = new ArrayList<>();
        int links = 0;
        for (Path page : pages.keySet()) {
            for (MatchResult link : links(page)) {
                links++;
                if (!Files.exists(page.resolveSibling(link.group("file")))) {
                    wrong.add(told(page, link.group()));
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(links).isGreaterThan(300);
    }

    @Test
    void theManualNamesEachOfItsPages() {
        Path manual = ROOT.resolve("docs/README.md");
        Set<Path> named = links(manual).stream()
                .map(link -> manual.resolveSibling(link.group("file")).normalize())
                .collect(Collectors.toSet());

        assertThat(pages.keySet())
                .filteredOn(page -> manual.resolveSibling(page.getFileName()).equals(page) && !page.equals(manual))
                .isNotEmpty()
                .isSubsetOf(named);
    }

    @Test
    void everyLinkToAHeadingLeadsToOne() {
        List<String> wrong = new ArrayList<>();
        int anchors = 0;
        for (Path page : pages.keySet()) {
            for (MatchResult link :
                    ANCHOR.matcher(pages.getOrDefault(page, "")).results().toList()) {
                String file = link.group("file");
                String target = pages.get(
                        file.isEmpty() ? page : page.resolveSibling(file).normalize());
                if (target != null) {
                    anchors++;
                    if (!headings(target).contains(link.group("heading"))) {
                        wrong.add(told(page, link.group()));
                    }
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(anchors).isGreaterThan(100);
    }

    /** As a site for repositories names them: small letters and figures, and a hyphen for each blank. */
    private static Set<String> headings(String page) {
        return FENCED.matcher(page)
                .replaceAll("")
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Test
    void everyMethodThatALinkNamesIsInItsFile() throws IOException {
        List<String> wrong = new ArrayList<>();
        int methods = 0;
        for (Path page : pages.keySet()) {
            for (MatchResult link : links(page)) {
                var method = METHOD.matcher(link.group("text"));
                Path file = page.resolveSibling(link.group("file"));
                if (method.matches() && Files.exists(file)) {
                    methods++;
                    if (!Files.readString(file).contains("void " + method.group(1) + "(")) {
                        wrong.add(told(page, link.group()));
                    }
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(methods).isGreaterThan(100);
    }

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Set<String> tests = tests();
        List<String> wrong = new ArrayList<>();
        pages.forEach((page, text) -> TEST.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(name -> !tests.contains(name))
                .forEach(name -> wrong.add(told(page, name))));

        assertThat(wrong).isEmpty();
        assertThat(tests).hasSizeGreaterThan(100);
    }

    private List<MatchResult> links(Path page) {
        return LINK.matcher(pages.getOrDefault(page, "")).results().toList();
    }

    private static String told(Path page, String what) {
        return ROOT.relativize(page) + ": " + what;
    }

    private static Set<String> tests() throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path tree : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(tree)) {
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".java"))
                            .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
                }
            }
        }
        return names;
    }

    private static Map<Path, String> read() {
        Map<Path, String> pages = new TreeMap<>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return isOurs(directory) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (file.toString().endsWith(".md")) {
                        pages.put(file, Files.readString(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return pages;
    }

    /** But for what builds, tools and editors make, and for what lies elsewhere when it is installed (TarballIT). */
    private static boolean isOurs(Path directory) {
        String name = directory.getFileName().toString();
        return directory.equals(ROOT)
                || !(name.startsWith(".")
                        || name.equals("target")
                        || name.equals("node_modules")
                        || directory.equals(ROOT.resolve("dist/src/tree")));
    }
}
