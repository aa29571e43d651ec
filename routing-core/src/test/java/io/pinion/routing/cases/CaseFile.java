package io.pinion.routing.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * A file of golden cases: a title behind {@code #}, the input, a line {@code ---}, what is expected, a blank line. Run
 * with {@code -Dcases.update} to write what is, and read the difference as carefully as code.
 */
public record CaseFile(Path path, List<Case> cases) {

    /** One case; titles are sentences. */
    public record Case(String title, String input, String expected) {}

    /** Without blanks at the ends of lines, which editors would spoil. */
    private static String trimmed(String text) {
        return text.lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
    }

    /** The tests of one file under {@code src/test/resources/cases}: each case's input through {@code actual}. */
    public static Stream<DynamicNode> tests(String name, Function<String, String> actual) {
        CaseFile file = read(Path.of("src/test/resources/cases", name));
        if (System.getProperty("cases.update") != null) {
            file.update(actual);
            return Stream.of(dynamicTest("updated " + name, () -> {}));
        }
        return file.cases.stream().map(one -> test(one, actual));
    }

    private static DynamicTest test(Case one, Function<String, String> actual) {
        return dynamicTest(
                one.title,
                () -> assertThat(trimmed(actual.apply(one.input))).as(one.input).isEqualTo(one.expected));
    }

    private static CaseFile read(Path path) {
        List<Case> cases = new ArrayList<>();
        try {
            for (String block : Files.readString(path).strip().split("\n\n+(?=#)")) {
                int titleEnd = block.indexOf('\n');
                int divider = block.indexOf("\n---", titleEnd);
                String input = divider < 0 ? block.substring(titleEnd + 1) : block.substring(titleEnd + 1, divider);
                String expected = divider < 0
                        ? ""
                        : block.substring(divider + "\n---".length()).strip();
                cases.add(new Case(block.substring(1, titleEnd).strip(), input, expected));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new CaseFile(path, List.copyOf(cases));
    }

    private void update(Function<String, String> actual) {
        StringBuilder out = new StringBuilder();
        for (Case one : cases) {
            out.append("# ").append(one.title).append('\n').append(one.input).append("\n---\n");
            out.append(trimmed(actual.apply(one.input))).append("\n\n");
        }
        try {
            Files.writeString(path, out.toString().stripTrailing() + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
