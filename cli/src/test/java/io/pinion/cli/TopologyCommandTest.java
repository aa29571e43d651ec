package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.change.LineDiff;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyCommandTest {
    private static final String GOOD = "src/test/resources/topology.json";

    @Test
    void aRightDocumentIsSummedUp() {
        Cli.Outcome outcome = new Cli().run("topology", "validate", GOOD);

        assertThat(outcome.exitStatus()).isZero();
        assertThat(outcome.out())
                .isEqualTo(GOOD + " is right: cluster main, 4 servers, 2 pairs, 3 keyspaces, 2 users\n");
    }

    @Test
    void everyMistakeIsToldWithItsPlaceAndCure() throws Exception {
        String broken = Files.readString(Path.of(GOOD))
                .replace("\"pair\": \"MySQL002\", \"insert_weight\"", "\"pair\": \"MySQL003\", \"insert_wait\"")
                .replace("\"hash\": \"md5\"", "\"hash\": \"md6\"");
        Cli.Outcome outcome = new Cli().input(broken).run("topology", "validate", "-");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.REFUSED);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("pinion: - is refused, ")
                .contains("keyspaces.pinterest.ranges[1].pair: there is no pair called MySQL003")
                .contains("insert_wait")
                .contains("keyspaces.lookup.hash");
    }

    @Test
    void aMissingFileIsNamed() {
        Cli.Outcome outcome = new Cli().run("topology", "validate", "no-such.json");

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(outcome.err()).isEqualTo("pinion: there is no file no-such.json\n");
    }

    @Test
    void theArticlesRangeTableIsImportedAsPrinted() {
        Cli.Outcome outcome = new Cli()
                .input("[{“range”: (0,511), “master”: “MySQL001A”, “slave”: “MySQL001B”}, …]")
                .run("topology", "import", "-");

        assertThat(outcome.exitStatus()).isZero();
        assertThat(outcome.out()).contains("db%05d").contains("MySQL001A");
        assertThat(new Cli()
                        .input(outcome.out())
                        .run("topology", "validate", "-")
                        .exitStatus())
                .isZero();
    }

    @Test
    void aNewStoreGetsTheFirstDocument(@TempDir Path directory) {
        Path store = directory.resolve("store.json");

        Cli.Outcome outcome = new Cli().run("topology", "set", GOOD, "--file", store.toString());

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).startsWith("generation 7 is in file " + store);
        assertThat(new Cli().run("topology", "get", "--file", store.toString()).out())
                .contains("\"generation\" : 7".replace(" :", ":"));
    }

    @Test
    void aChangeCountsTheGenerationUp(@TempDir Path directory) {
        String store = directory.resolve("store.json").toString();
        new Cli().run("topology", "set", GOOD, "--file", store);
        String changed = new Cli().run("topology", "get", "--file", store).out().replace("10.0.1.1", "10.0.1.9");

        assertThat(new Cli()
                        .input(changed)
                        .run("topology", "diff", "-", "--file", store)
                        .out())
                .startsWith("* change the address of server MySQL001A from 10.0.1.1:3306 to 10.0.1.9:3306\n")
                .contains("-    \"MySQL001A\": \"10.0.1.1:3306\"", "+    \"MySQL001A\": \"10.0.1.9:3306\"");
        assertThat(new Cli()
                        .input(changed)
                        .run("topology", "set", "-", "--file", store)
                        .out())
                .startsWith("generation 8 is in file");
    }

    @Test
    void aChangeOfAnOldDocumentIsRefused(@TempDir Path directory) {
        String store = directory.resolve("store.json").toString();
        new Cli().run("topology", "set", GOOD, "--file", store);
        String first = new Cli().run("topology", "get", "--file", store).out();
        new Cli().input(first.replace("10.0.1.1", "10.0.1.9")).run("topology", "set", "-", "--file", store);

        Cli.Outcome outcome =
                new Cli().input(first.replace("10.0.1.2", "10.0.1.8")).run("topology", "set", "-", "--file", store);

        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
        assertThat(outcome.err())
                .startsWith("pinion: nothing was written: ")
                .contains("generation 8")
                .contains("based on 7");
    }

    @Test
    void theSameTopologyIsNotWrittenAgain(@TempDir Path directory) {
        String store = directory.resolve("store.json").toString();
        new Cli().run("topology", "set", GOOD, "--file", store);

        assertThat(new Cli().run("topology", "set", GOOD, "--file", store).out())
                .isEqualTo("file " + store + " holds this topology already, generation 7\n");
        assertThat(new Cli().run("topology", "diff", GOOD, "--file", store).out())
                .isEqualTo(GOOD + " and file " + store + " hold the same topology\n");
    }

    @Test
    void anotherClustersTopologyIsRefused(@TempDir Path directory) throws Exception {
        String store = directory.resolve("store.json").toString();
        new Cli().run("topology", "set", GOOD, "--file", store);
        String other = Files.readString(Path.of(GOOD)).replace("\"main\"", "\"other\"");

        assertThat(new Cli()
                        .input(other)
                        .run("topology", "set", "-", "--file", store)
                        .err())
                .contains("is the topology of cluster other, but");
    }

    @Test
    void aBrokenStoredDocumentMayBeReplaced(@TempDir Path directory) throws Exception {
        Path store = Files.writeString(directory.resolve("store.json"), "{\"generation\": 41}");

        assertThat(new Cli()
                        .run("topology", "set", GOOD, "--file", store.toString())
                        .out())
                .startsWith("generation 42 is in file");
    }

    @Test
    void aStoreMustBeNamed() {
        assertThat(new Cli().run("topology", "get").exitStatus()).isEqualTo(ExitStatus.USAGE);
        assertThat(new Cli().run("topology", "get", "--zookeeper", "zk1:2181").exitStatus())
                .isEqualTo(ExitStatus.USAGE);
    }

    @Test
    void aDiffShowsChangedLinesAndTheirNeighbours() {
        assertThat(LineDiff.of("a\nb\nc\nd\ne\nf\ng\nh\ni\n", "a\nb\nc\nd\nE\nf\ng\nh\ni\nj\n"))
                .isEqualTo("""
                 b
                 c
                 d
                -e
                +E
                 f
                 g
                 h
                 i
                +j
                """);
    }

    @Test
    void equalTextsHaveNoDiff() {
        assertThat(LineDiff.of("a\nb\n", "a\nb\n")).isEmpty();
    }
}
