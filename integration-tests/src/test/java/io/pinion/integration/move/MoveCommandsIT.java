package io.pinion.integration.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.LocalPairs;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code pinion move shards} and its like, said to a proxy with two real pairs. Each test leaves no operation behind. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MoveCommandsIT {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int UNREACHABLE = 4;

    private static final Pattern NUMBER = Pattern.compile("\"operation\": (\\d+)");

    private MoveCluster cluster;
    private Connection operator;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        cluster = LocalPairs.start(directory).cluster(directory);
        operator = cluster.connect(1);
    }

    @AfterAll
    void stop() throws Exception {
        operator.close();
        cluster.stop();
    }

    private Cli cli() {
        return Cli.at(cluster.port(0), MoveCluster.USER, MoveCluster.PASSWORD);
    }

    private Cli.Outcome pinion(String... words) {
        return cli().run(words);
    }

    private Cli.Outcome json(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--format", "json"));
        return pinion(all.toArray(String[]::new));
    }

    private static String[] move(String shards, String to) {
        return words("move shards " + shards + " to pair " + to + " in pinterest");
    }

    private static String[] words(String typed) {
        return typed.split(" ");
    }

    private static String number(Cli.Outcome outcome) {
        Matcher number = NUMBER.matcher(outcome.out());
        assertThat(number.find()).as(outcome.toString()).isTrue();
        return number.group(1);
    }

    @Test
    void aMoveIsWaitedForAndSaysWhatComesNext() throws Exception {
        Cli.Outcome moved = json(move("1-2", "B"));

        assertThat(moved.err()).isEmpty();
        assertThat(moved.exitStatus()).isEqualTo(OK);
        String number = number(moved);
        String reaching = " --port " + cluster.port(0) + " --user app";
        assertThat(moved.out())
                .contains("\"state\": \"waiting\"", "moved, after a pause of", "\"done\": 2", "\"shards\": 2")
                .contains("\"proxy\": \"127.0.0.1:" + cluster.port(0) + "\"")
                .contains("\"next\": \"pinion finish operation " + number + reaching + " ends it for good, "
                        + "pinion revert operation " + number + reaching + " goes back\"");
        Conditions.await(() -> MoveCluster.pairOf(operator, 1).equals("B"));
        assertThat(pinion("show", "operations", "like", number, "--wait").exitStatus())
                .isEqualTo(OK);
        assertThat(pinion("show", "operations", "where", "state", "=", "waiting")
                        .out())
                .contains("MOVE SHARDS 1-2");
        assertThat(pinion("cancel", "operation", number))
                .satisfies(cancelled -> assertThat(cancelled.exitStatus()).isEqualTo(FAILED))
                .satisfies(cancelled -> assertThat(cancelled.err()).contains("has done its work"));
        assertThat(pinion(move("0", "B")).err()).contains("operation " + number, "is unfinished");

        Cli.Outcome finished = json("finish", "operation", number, "--yes");

        assertThat(finished.err()).isEmpty();
        assertThat(finished.exitStatus()).isEqualTo(OK);
        assertThat(finished.out()).contains("\"state\": \"done\"", "\"next\": \"\"");
        assertThat(databases(0)).doesNotContain("db00001").contains("db00003");
        assertThat(pinion("revert", "operation", number).err()).contains("has ended: it is done");
        assertThat(pinion("finish", "operation", number, "--yes").err()).contains("has ended: it is done");
    }

    private List<String> databases(int pair) throws SQLException {
        try (Connection root = cluster.primary(pair).connection()) {
            return Jdbc.column(root, "SHOW DATABASES");
        }
    }

    @Test
    void aPersonSeesHowFarItIsAndAScriptsLogToo() throws Exception {
        Cli.Outcome split = cli().terminal().run(words("split range 4-7 to pair A in pinterest"));

        assertThat(split.exitStatus()).isEqualTo(OK);
        assertThat(split.out()).contains("statement: MOVE SHARDS 6-7 TO PAIR A IN pinterest", "    state: waiting\n");
        assertThat(split.err()).contains("\roperation ").endsWith(" \r");
        Conditions.await(() -> MoveCluster.pairOf(operator, 7).equals("A"));
        String number =
                Jdbc.column(operator, "SHOW OPERATIONS WHERE state = 'waiting'").getFirst();

        Cli.Outcome reverted = pinion("revert", "operation", number);

        assertThat(reverted.exitStatus()).isEqualTo(OK);
        assertThat(reverted.out()).contains("reverted", "turned back, after a pause of");
        Conditions.await(() -> MoveCluster.pairOf(operator, 7).equals("B"));
        assertThat(reverted.err()).as("the log of a script").contains("operation " + number + ": ");
    }

    @Test
    void whatItWouldDoIsPrintedAndNothingIsDone() throws Exception {
        for (String verb : List.of("move shards", "split range")) {
            Cli.Outcome explained = json(words(verb + " 4-5 to pair A in pinterest --dry-run"));

            assertThat(explained.err()).isEmpty();
            assertThat(explained.exitStatus()).isEqualTo(OK);
            assertThat(explained.out())
                    .contains("\"place\": \"B1 (127.0.0.1:", "START TRANSACTION WITH CONSISTENT SNAPSHOT")
                    .contains(verb.equals("split range") ? "ranges[5-5]" : "ranges[4-5]");
        }
        assertThat(MoveCluster.pairOf(operator, 5)).isEqualTo("B");
    }

    @Test
    void whatCantBeIsRefusedInOneLineAndNothingIsDone() throws Exception {
        refused(USAGE, "expected shards, such as 4096-8191, found '1_2'", move("1_2", "B"));
        refused(FAILED, "before it begins", move("3-0", "B"));
        refused(FAILED, "shard 8 of pinterest is not open", move("4-8", "A"));
        refused(FAILED, "the topology has no pair C; its pairs are A, B", move("0", "C"));
        refused(
                FAILED,
                "it would be refused: the topology has no pair C",
                words("move shards 0 to pair C in pinterest --dry-run"));
        refused(FAILED, "a range of two shards at least", words("split range 0 to pair B in pinterest"));
        refused(FAILED, "no keyspace pinterst", words("move shards 0 to pair B in pinterst"));
        refused(FAILED, "no pair q", words("replace standby q with C"));
        refused(FAILED, "there is no operation 99", words("finish operation 99 --yes"));
        refused(FAILED, "there is no operation 99", words("revert operation 99"));
        assertThat(pinion(words("move shards 0 to pair B")).exitStatus()).isEqualTo(USAGE);
        refused(USAGE, "nothing undoes finish operation 1: say it with --yes", words("finish operation 1"));
        assertThat(databases(1)).doesNotContain("db00000");
    }

    private void refused(int exitStatus, String why, String... words) {
        Cli.Outcome outcome = pinion(words);
        assertThat(outcome.err()).startsWith("pinion: ").contains(why).hasLineCount(1);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exitStatus()).isEqualTo(exitStatus);
    }

    @Test
    void whoIsntLetInHasAskedNothing() {
        Cli.Outcome outcome = Cli.at(cluster.port(0), MoveCluster.USER, "wrong").run(move("0", "B"));

        assertThat(outcome.exitStatus()).isEqualTo(UNREACHABLE);
        assertThat(outcome.err()).contains("error 1045", "Access denied").hasLineCount(1);
    }

    @Test
    void copiesAreCompared() throws Exception {
        Cli.Outcome equal = json(words("verify shards 0 in pinterest"));
        assertThat(equal.err()).isEmpty();
        assertThat(equal.exitStatus()).isEqualTo(OK);
        assertThat(equal.out()).contains("\"outcome\": \"equal\"");
        ManagedServer standby = cluster.servers(0).getLast();
        standby.executeUnreplicated(List.of("INSERT INTO db00003.pins (data) VALUES ('here only')"));

        Cli.Outcome different = json(words("verify pair A"));

        assertThat(different.exitStatus()).isEqualTo(FAILED);
        assertThat(different.out()).contains("\"outcome\": \"differs\"");
        assertThat(different.err())
                .contains(" shards, ", "1 differ, and 0 could not be verified")
                .hasLineCount(1);
        standby.executeUnreplicated(List.of("DELETE FROM db00003.pins WHERE data = 'here only'"));
    }
}
