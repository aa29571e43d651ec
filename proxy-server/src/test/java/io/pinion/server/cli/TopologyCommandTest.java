package io.pinion.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TopologyCommandTest {
    private static final String GOOD = "src/test/resources/admin/topology.json";

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
