package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The cases of {@code src/test/resources/topologies/*.txt}: a title, a document, and what validation says of it. A
 * document may leave out what its case is not about: lines that begin with {@code …} stand for a small right document.
 *
 * <p>Run with {@code -Dcases.update} to write what is, then read the difference.
 */
class TopologyProblemsTest {
    private static final Path CASES = Path.of("src/test/resources/topologies");
    private static final String REST = """
            "cluster": "main",
            "accounts": {"data": {"user": "pinion", "secret": "env:DATA"}},
            "users": {"app": {"password_hash": {"native": "5bcb3e6ac345b435c7c2e6b7949a04ce6f6563d3"}, "keyspaces": ["*"]}},
            "servers": {"A1": "a1", "A2": "a2", "B1": "b1", "B2": "b2", "spare": "spare"},
            "pairs": {"A": {"primary": "A1", "standby": "A2"}, "B": {"primary": "B1", "standby": "B2"}},""".replace("\n", " ");

    private record Case(String title, String document, String problems) {
        String text() {
            return "# " + title + "\n" + document + "\n---\n" + problems + "\n";
        }
    }

    @TestFactory
    Stream<DynamicTest> everyCase() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(CASES)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                List<Case> cases = cases(Files.readString(file));
                if (System.getProperty("cases.update") != null) {
                    cases = cases.stream()
                            .map(next -> new Case(next.title(), next.document(), problemsOf(next)))
                            .toList();
                    Files.writeString(file, cases.stream().map(Case::text).collect(Collectors.joining("\n")));
                }
                for (Case next : cases) {
                    tests.add(DynamicTest.dynamicTest(
                            next.title(), () -> assertThat(problemsOf(next)).isEqualTo(next.problems())));
                }
            }
        }
        return tests.stream();
    }

    private static List<Case> cases(String text) {
        List<Case> cases = new ArrayList<>();
        for (String block : text.strip().split("\n\n(?=# )")) {
            int title = block.indexOf('\n');
            int rule = block.indexOf("\n---", title);
            cases.add(new Case(
                    block.substring(2, title),
                    block.substring(title + 1, rule),
                    block.substring(rule + "\n---".length()).strip()));
        }
        return cases;
    }

    private static String problemsOf(Case next) {
        Reading reading = new TopologyReader().read(next.document().replace("…", REST));
        String problems = reading.problems().stream().map(Problem::toString).collect(Collectors.joining("\n"));
        String verdict =
                switch (reading) {
                    case Reading.Accepted accepted -> "accepted";
                    case Reading.Refused refused -> "refused";
                };
        return problems.isEmpty() ? verdict : verdict + "\n" + problems;
    }
}
