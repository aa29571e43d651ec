package io.pinion.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What can be told of orders without a proxy. {@code OpeningIT} runs them at one. */
class OrderCommandTest {
    private static Cli.Outcome run(String... arguments) {
        return new Cli().environment(Map.of("PINION_PASSWORD", "x")).run(arguments);
    }

    @Test
    void whatDoesntGoTogetherIsAWrongCommandLine() {
        assertThat(run("pairs", "promote", "p", "--fenced"))
                .isEqualTo(new Cli.Outcome(ExitStatus.USAGE, "", "pinion: --fenced is said with --force only\n"));
        assertThat(run("pairs", "promote", "p", "--force", "--explain").err()).contains("planned promotion only");
        assertThat(run("shards", "open", "many", "--pair", "p", "--keyspace", "k")
                        .err())
                .isEqualTo("pinion: 'many' is no range of shards, such as 4096-8191 or 4096\n");
        assertThat(run("shards", "open", "4096-8191", "--pair", "p").exitStatus())
                .isEqualTo(ExitStatus.USAGE);
        assertThat(run("operations", "resume", "seven").exitStatus()).isEqualTo(ExitStatus.USAGE);
    }

    @Test
    void aGroupAloneHelps() {
        for (String group : List.of("pairs", "shards", "operations")) {
            assertThat(run(group).exitStatus()).isEqualTo(ExitStatus.USAGE);
            assertThat(run(group).err()).contains("pinion " + group);
        }
    }

    @Test
    void noProxyIsToldApartFromARefusal() {
        assertThat(run("pairs", "open", "p", "--port", "1"))
                .satisfies(outcome -> assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.UNREACHABLE))
                .satisfies(outcome -> assertThat(outcome.err())
                        .startsWith("pinion: can't reach a proxy at 127.0.0.1:1: ")
                        .hasLineCount(1));
    }

    @Test
    void statesAreReadByTheNamesOfTheirColumns() {
        Result rows = new Result(
                List.of(
                        new Result.Column("operation", true),
                        new Result.Column("state", false),
                        new Result.Column("done", true),
                        new Result.Column("shards", true),
                        new Result.Column("step", false)),
                List.of(
                        Arrays.asList("7", "running", "2048", "4096", "making the databases"),
                        Arrays.asList("8", "interrupted", "0", "0", null)));

        List<OperationState> states = OperationState.of(rows);

        assertThat(ProgressBar.line(states.getFirst()))
                .isEqualTo("operation 7 [###############···············] 2048/4096 making the databases");
        assertThat(ProgressBar.line(states.getLast())).isEqualTo("operation 8 interrupted");
        assertThat(states).extracting(OperationState::exitStatus).containsOnly(ExitStatus.UNFINISHED);
    }

    @Test
    void scriptsAreToldHowItEnded() {
        for (Map.Entry<String, Integer> end : Map.of(
                        "done", ExitStatus.OK, "cancelled", ExitStatus.FAILED, "failed", ExitStatus.UNFINISHED)
                .entrySet()) {
            assertThat(new OperationState(7, end.getKey(), 0, 0, "", "").exitStatus())
                    .as(end.getKey())
                    .isEqualTo(end.getValue());
        }
    }

    @Test
    void aBarIsWrittenOverAndGoneAfterwards() {
        StringWriter terminal = new StringWriter();
        try (ProgressBar bar = new ProgressBar(new PrintWriter(terminal))) {
            bar.show(new OperationState(7, "running", 0, 0, "a long step", ""));
            bar.show(new OperationState(7, "running", 0, 0, "short", ""));
        }
        assertThat(terminal.toString())
                .startsWith("\roperation 7 a long step\roperation 7 short      \r")
                .endsWith(" \r");
    }
}
