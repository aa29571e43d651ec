package io.pinion.integration.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Patterns that any text may be matched by, however long. A group of alternatives that is repeated takes a frame of the stack for each round, so that a text of some thousand characters ends its
 * reader by a StackOverflowError, unless the repetition is possessive ({@code *+}), which Java's patterns do in a loop.
 */
class PatternsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** As they stand in a source: what is escaped, and sets of characters. */
    private static final Pattern ONE_CHARACTER = Pattern.compile("\\\\\\\\\\\\\\\\|\\\\\\\\.|\\\\.|\\[[^\\]]+]");

    private static final Pattern INNERMOST_GROUP = Pattern.compile("\\(([^()]*)\\)([*+]|\\{\\d+,\\d*})?([+?])?");

    /** {@code \\d+\\.?\\d*}: what may be split between two repetitions is split everywhere before it is given up. */
    private static final Pattern SPLIT =
            Pattern.compile("(\\\\\\\\[dws]|\\[[^\\]]+])[*+](?![+?])(?:\\\\\\\\)?.\\?\\1[*+]");

    @Test
    void nothingIsSplitInEveryWay() throws IOException {
        assertThat(List.of("[+-]?\\\\d+\\\\.?\\\\d*", "\\\\s*;?\\\\s*")).allMatch(SPLIT.asPredicate());
        assertThat(List.of("\\\\d++(?:\\\\.\\\\d*+)?", "\\\\s*+;?\\\\s*+", "\\\\s*=\\\\s*"))
                .noneMatch(SPLIT.asPredicate());
        requireNone(SPLIT.asPredicate());
    }

    @Test
    void alternativesAreRepeatedWithoutTheStack() throws IOException {
        assertThat(List.of(
                        "'(?:[^']|'')*'",
                        "(?is)(?:\\\\s++|/\\\\*.*?\\\\*/|#[^\\\\n]*\\\\n|\\\\()*",
                        "\\\\((?:[^()']|'(?:[^']|'')*+')*\\\\)"))
                .allMatch(PatternsTest::repeatsAlternatives);
        assertThat(List.of("'(?:[^']|'')*+'", "(?:a|b)?", "\\\\(a|b\\\\)*", "(?:[|]b)*"))
                .noneMatch(PatternsTest::repeatsAlternatives);
        requireNone(PatternsTest::repeatsAlternatives);
    }

    private static void requireNone(Predicate<String> offends) throws IOException {
        try (Stream<Path> files =
                Files.find(ROOT, 20, (file, attributes) -> file.toString().endsWith(".java"))) {
            assertThat(files.filter(file -> file.toString().contains("/src/main/"))
                            .flatMap(file -> offences(file, offends)))
                    .isEmpty();
        }
    }

    private static Stream<String> offences(Path file, Predicate<String> offends) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.stream()
                    .filter(line -> line.contains("\"") && offends.test(line))
                    .map(line -> ROOT.relativize(file) + ": " + line.strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean repeatsAlternatives(String line) {
        String text = ONE_CHARACTER.matcher(line).replaceAll("x");
        for (Matcher group = INNERMOST_GROUP.matcher(text); group.find(); group = INNERMOST_GROUP.matcher(text)) {
            if (group.group(1).contains("|") && group.group(2) != null && group.group(3) == null) {
                return true;
            }
            text = text.substring(0, group.start()) + "x" + text.substring(group.end());
        }
        return false;
    }
}
