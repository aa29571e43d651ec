package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FindingTextTest {
    private static Result rows(List<String> names, List<List<String>> rows) {
        return new Result(
                names.stream().map(name -> new Result.Column(name, false)).toList(),
                rows.stream().<List<String>>map(List::copyOf).toList());
    }

    @Test
    void eachFindingIsABlock() {
        Result found = rows(
                List.of("pair", "place", "level", "check", "problem", "cure", "repair"),
                List.of(
                        List.of(
                                "p",
                                "A",
                                "error",
                                "binlog_format",
                                "it is MIXED",
                                "SET GLOBAL binlog_format=ROW;",
                                "yes"),
                        List.of("", "proxy", "warning", "open files", "too few", "LimitNOFILE=32768", "no")));

        assertThat(FindingText.of(found)).isEqualTo("""
                A (pair p): error, binlog_format
                  it is MIXED
                  cure: SET GLOBAL binlog_format=ROW;

                proxy: warning, open files
                  too few
                  cure: LimitNOFILE=32768

                2 findings, of which pinion doctor --fix repairs 1
                """);
        assertThat(FindingText.left(found)).isEqualTo(2);
    }

    @Test
    void whatIsRepairedIsNotLeft() {
        Result repaired = rows(
                List.of("pair", "place", "level", "check", "outcome", "problem", "cure"),
                List.of(
                        List.of("p", "A", "error", "x", "repaired", "it was", "SET …;"),
                        List.of("p", "B", "error", "y", "failed: pair p is in use", "it is", "SET …;")));

        assertThat(FindingText.of(repaired))
                .contains("  repaired: SET …;\n")
                .contains("  failed: pair p is in use: SET …;\n")
                .endsWith("1 repaired, 1 left\n");
    }

    @Test
    void nothingIsSaidOfAClusterThatIsWell() {
        Result none = rows(Stream.of("pair", "place").toList(), List.of());

        assertThat(FindingText.of(none)).isEqualTo("nothing is wrong\n");
        assertThat(FindingText.left(none)).isZero();
    }
}
