package io.pinion.operations.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.engine.Cluster;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.standby.Obstacle;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunctions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pairs that are asked for make of a topology, and what it has against them. */
class PairTaskTest {
    private static final Server FIRST = new Server("qA", "10.0.2.1", 3306);
    private static final Server SECOND = new Server("qB", "10.0.2.2", 3306);
    private static final PairCreation CREATION = new PairCreation("q", FIRST, Optional.of(SECOND), true);

    private static final Topology TOPOLOGY = topology("");

    private static final Topology NO_PAIRS =
            new Topology(1, "c", Map.of(), Map.of(), Map.of(), Map.of(), Optional.empty(), Map.of(), Map.of());

    /** @param more fields, with a comma behind */
    private static Topology topology(String more) {
        String json = """
                {"cluster": "c", "generation": 3, %s
                 "servers": {"pA": "10.0.1.1:3306", "spare": "10.0.9.9:3306"},
                 "pairs": {"p": {"primary": "pA"}},
                 "keyspaces": {"pinterest": {"kind": "id", "database": "db%%05d", "ranges": [{"range": [0, 7], "pair": "p"}],
                   "tables": {"pins": {"kind": "object", "type": 1}}}},
                 "users": {},
                 "accounts": {"data": {"user": "d", "secret": "env:D"}, "operator": {"user": "o", "secret": "env:O"}}}
                """.formatted(more);
        return ((Reading.Accepted) new TopologyReader().read(json)).topology();
    }

    private final Path directory;

    PairTaskTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private List<String> problems(Topology topology, PairTask task) throws Exception {
        return new PairCheck(Cluster.in(directory).services("one"), topology, task)
                .names().stream().map(Obstacle::words).toList();
    }

    @Test
    void aNewPairIsInTheTopologyWithItsServersAndAsItsHome() throws Exception {
        assertThat(problems(TOPOLOGY, CREATION)).isEmpty();

        Topology after = CREATION.into(TOPOLOGY);

        assertThat(CREATION.isIn(TOPOLOGY)).isFalse();
        assertThat(CREATION.isIn(after)).isTrue();
        assertThat(after.pair("q")).contains(new Pair("q", FIRST, Optional.of(SECOND)));
        assertThat(after.servers()).containsKeys("pA", "spare", "qA", "qB");
        assertThat(after.homePair()).contains("q");
        assertThat(CREATION.into(after)).as("a second time").isSameAs(after);
    }

    @Test
    void namesAndAddressesThatAreInUseAreTold() throws Exception {
        assertThat(problems(TOPOLOGY, new PairCreation("p", FIRST, Optional.empty(), false)))
                .singleElement(STRING)
                .contains("there is a pair p already", "choose another name");
        PairCreation sameAddress =
                new PairCreation("q", new Server("qA", "10.0.1.1", 3306), Optional.of(SECOND), false);
        assertThat(problems(TOPOLOGY, sameAddress))
                .containsExactly(
                        "the topology has a server pA at 10.0.1.1:3306 already, of pair p: name another server");
        assertThat(sameAddress.into(TOPOLOGY)).isSameAs(TOPOLOGY);
        assertThat(problems(
                        TOPOLOGY, new PairCreation("q", FIRST, Optional.of(new Server("qB", "10.0.2.1", 3306)), false)))
                .containsExactly("the primary and the standby are one server: name two");
        assertThat(problems(TOPOLOGY, new PairCreation("no name", FIRST, Optional.empty(), false)))
                .singleElement(STRING)
                .contains("'no name' is no name for a pair");
    }

    @Test
    void thereIsOneHome() throws Exception {
        Topology home = topology("\"home\": \"p\",");

        assertThat(problems(home, CREATION))
                .containsExactly(
                        "the home pair is p, and there is only one: leave AS HOME out, or change \"home\" first (pinion topology set)");
        assertThat(CREATION.into(home)).isSameAs(home);
    }

    @Test
    void aPairOfOneGetsAStandby() throws Exception {
        StandbyReplacement addition = addition("p", "pB").task(TOPOLOGY);

        assertThat(problems(TOPOLOGY, addition)).isEmpty();
        Topology after = addition.into(TOPOLOGY);

        assertThat(addition.isIn(after)).isTrue();
        assertThat(after.pair("p").orElseThrow().standby()).contains(addition.standby());
        assertThatThrownBy(() -> addition("p", "pC").task(after))
                .hasMessage("pair p has the standby pB (REPLACE STANDBY gives it another one)");
        assertThat(problems(TOPOLOGY, addition("x", "pB").task(TOPOLOGY)))
                .containsExactly("there is no pair x: known are p (SHOW PAIRS)");
    }

    private static PairRequest.Addition addition(String pair, String name) {
        return new PairRequest.Addition(pair, new Server(name, "10.0.1.2", 3306), Optional.empty());
    }

    @Test
    void anUnknownNameIsToldWithThoseThatAreThere() {
        assertThat(UnknownName.pair(TOPOLOGY, "x")).isEqualTo("there is no pair x: known are p (SHOW PAIRS)");
        assertThat(UnknownName.keyspace(TOPOLOGY, "pintrest"))
                .isEqualTo("there is no keyspace pintrest: did you mean pinterest? (SHOW KEYSPACES)");
        assertThat(UnknownName.server(TOPOLOGY, "x"))
                .isEqualTo("there is no server x: known are pA, spare (SHOW PAIRS)");
        assertThat(UnknownName.pair(NO_PAIRS, "x")).isEqualTo("there is no pair x: none is there yet (CREATE PAIR)");
    }

    /** The quotes were forgotten. */
    @Test
    void anAddressThatIsReadAsANameIsQuotedAsItWasWritten() {
        assertThatThrownBy(() -> replacement("10.0.1.9:3307").task(TOPOLOGY))
                .hasMessageEndingWith("as in REPLACE STANDBY p WITH '10.0.1.9:3307'");
        assertThatThrownBy(() -> replacement("db9").task(TOPOLOGY))
                .hasMessageEndingWith("as in REPLACE STANDBY p WITH 'db9:3306'");
    }

    private static ReplacementRequest replacement(String name) {
        return new ReplacementRequest("p", name, Optional.empty(), false, Optional.empty());
    }

    @Test
    void aPairIsTakenOutUnlessItIsNeeded() {
        Topology with = CREATION.into(TOPOLOGY)
                .with(CREATION.into(TOPOLOGY).servers(), CREATION.into(TOPOLOGY).pairs(), Optional.empty());

        Topology without = new PairRemoval("q", false).outOf(with);

        assertThat(without).isEqualTo(TOPOLOGY);
        assertThat(new PairRemoval("p", false).outOf(with)).isSameAs(with);
        assertThat(new PairUse(with, "p").words())
                .containsExactly(
                        "keyspace pinterest has shards there, in 1 range (SHOW SHARDS FROM pinterest): MOVE SHARDS"
                                + " first");
        assertThat(new PairUse(topology("\"home\": \"p\","), "p").words())
                .contains("it is the home pair, which has all databases that no keyspace names: ALTER TOPOLOGY DROP"
                        + " 'home' first");
        Topology importing = with.withKeyspace(new Keyspace.Mod(
                        "shop",
                        DatabasePattern.parse("shop%05d"),
                        new RangeTable(List.of(ShardRange.of(0, 3, "p"))),
                        Map.of(),
                        4,
                        ShardFunctions.byName("md5").orElseThrow(),
                        KeyEncoding.UTF8)
                .withImporting(Optional.of(Importing.from("q").withHandedOver(true))));
        assertThat(new PairUse(importing, "q").words())
                .containsExactly("the old database of keyspace shop is there (SHOW OPERATIONS): FINISH or REVERT"
                        + " its import first");
    }

    /** Two operators with two names for the pair. */
    @Test
    void aServerIsOfOneOperationAtATime() {
        MemoryJournal journal = new MemoryJournal();
        Operation first =
                journal.create(CREATION, Origin.of("one", "operator"), Progress.beginning(0, "one", Instant.now()));
        PairCreation other = new PairCreation("r", new Server("rA", "10.0.2.2", 3306), Optional.empty(), false);

        assertThat(first.touches(other)).isTrue();
        assertThat(first.touches(new PairCreation("r", new Server("rA", "10.0.3.1", 3306), Optional.empty(), false)))
                .isFalse();
    }

    @Test
    void whatIsSaidHasNoPassword() {
        assertThat(CREATION.statement())
                .isEqualTo("CREATE PAIR q PRIMARY qA '10.0.2.1:3306' STANDBY qB '10.0.2.2:3306' AS HOME");
        assertThat(new FirstLogin("root", "secret", "%")).hasToString("root");
    }

    /** The code of a refusal is that of what is told first. */
    @Test
    void aRefusalTellsEverything() {
        OperationRefused refused = Obstacle.refusal(
                List.of(Obstacle.Kind.GTID.of("no GTIDs"), Obstacle.Kind.NOT_EMPTY.of("has databases")));

        assertThat(refused.code()).isEqualTo(1777);
        assertThat(refused).hasMessage("no GTIDs; has databases");
    }
}
