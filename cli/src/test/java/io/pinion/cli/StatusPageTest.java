package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden pages of {@code pinion status}: what a proxy answers, and behind a line of hyphens what a person sees. */
class StatusPageTest {
    private static final Path CASES = Path.of("src/test/resources/status");
    private static final String END = "---\n";
    private static final int NARROW = 80;

    @ParameterizedTest
    @CsvSource({"healthy, 0", "dead-standby, 1", "failed-operation, 1", "many-pairs, 1", "without-zookeeper, 1"})
    void pagesAsWrittenDown(String name, int exitStatus) throws IOException {
        Path file = CASES.resolve(name + ".txt");
        String expected = Files.readString(file);
        String answer = expected.substring(0, expected.indexOf(END));
        ClusterStatus status = status(answer);
        String actual = answer + END + new StatusPage(NARROW, false, false).of(status);

        assertThat(status.exitStatus()).isEqualTo(exitStatus);
        if (Boolean.getBoolean("cases.update")) {
            Files.writeString(file, actual);
        } else {
            assertThat(actual).isEqualTo(expected);
        }
    }

    private static ClusterStatus status(String answer) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        answer.lines().forEach(line -> rows.add(new ArrayList<>(Arrays.asList(line.split("\t", -1)))));
        List<Result.Column> columns = Stream.of("level", "subject", "what", "next", "advice")
                .map(name -> new Result.Column(name, false))
                .toList();
        return ClusterStatus.of(new Result(columns, rows), new TypedCommands(" --port 3307")::of);
    }

    private static final String STANDBYLESS =
            "Warning\tpair p\tno promotion: it has no standby\tADD STANDBY p 'host:port'\t\nNote\tcluster\t7\t\t\nNote\tpairs\t1\t\t\n";

    @Test
    void scriptsTellARefusalFromAProblem() {
        ClusterStatus status = status(STANDBYLESS);

        assertThat(status.exitStatus()).isEqualTo(ExitStatus.WOULD_BE_REFUSED);
        assertThat(status.json()).isEqualTo("""
                {
                  "cluster": "7",
                  "pairs": 1,
                  "wrong": [],
                  "refusals": [
                    {
                      "subject": "pair p",
                      "what": ["no promotion: it has no standby"],
                      "next": ["pinion add standby p host:port --port 3307"]
                    }
                  ]
                }
                """);
    }

    @Test
    void whatTheProxyDoesNotKnowIsNoNumber() {
        assertThat(status("Note\tpairs\t1\t\t\nNote\toperations_running\t\t\t\n")
                        .json())
                .contains("\"pairs\": 1")
                .doesNotContain("operations_running");
    }

    @Test
    void coloursAreAroundWholeLines() {
        assertThat(new StatusPage(0, true, false).of(status(STANDBYLESS)))
                .startsWith("\u001b[1;32m7: nothing is wrong\u001b[0m\n")
                .contains("\u001b[1m    → pinion add standby p host:port --port 3307\u001b[0m\n");
    }

    @Test
    void statementsAreSaidAsCommands() {
        TypedCommands typed = new TypedCommands("");
        assertThat(typed.of("SHOW PAIRS WHERE pair = 'p'")).isEqualTo("pinion show pairs where pair = p");
        assertThat(typed.of("SHOW TOPOLOGY STATUS")).isEqualTo("pinion show topology status");
        assertThat(typed.of("SHOW SESSIONS, at 10.0.2.2:3306"))
                .isEqualTo("pinion show sessions --host 10.0.2.2 --port 3306");
        assertThat(typed.of("PROMOTE PAIR p FORCE FENCED, if pA doesn't come back"))
                .isEqualTo("pinion promote pair p force fenced, if pA doesn't come back");
        assertThat(typed.of("RESUME OPERATION 4, which goes on with it; CANCEL OPERATION 4 gives it up"))
                .isEqualTo("pinion resume operation 4, which goes on with it; pinion cancel operation 4 gives it up");
        assertThat(typed.of("(OPEN PAIR p).")).isEqualTo("(pinion open pair p).");
        assertThat(typed.of("START SLAVE; FENCED is your word")).isEqualTo("START SLAVE; FENCED is your word");
        assertThat(typed.of("SYNC ACCOUNTS")).isEqualTo("pinion sync accounts");
    }
}
