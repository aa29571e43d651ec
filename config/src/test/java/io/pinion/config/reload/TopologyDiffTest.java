package io.pinion.config.reload;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopologyDiffTest {
    private final String json;

    TopologyDiffTest() throws IOException {
        try (var in = Objects.requireNonNull(
                TopologyDiffTest.class.getResourceAsStream("/topologies/pinterest.canonical.json"))) {
            json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Topology topology(String text) {
        Reading reading = new TopologyReader().read(text);
        assertThat(reading).as(() -> reading.problems().toString()).isInstanceOf(Reading.Accepted.class);
        return ((Reading.Accepted) reading).topology();
    }

    /** The steps after replacing texts of the document, given in pairs. */
    private List<String> steps(String... replacements) {
        String changed = json;
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(changed).contains(replacements[i]);
            changed = changed.replace(replacements[i], replacements[i + 1]);
        }
        return TopologyDiff.between(topology(json), topology(changed));
    }

    @Test
    void aNewGenerationAloneIsNoStep() {
        assertThat(steps("\"generation\": 7", "\"generation\": 8")).isEmpty();
    }

    @Test
    void aPromotionChangesPrimaryAndStandby() {
        assertThat(steps(
                        "{\"primary\": \"MySQL001A\", \"standby\": \"MySQL001B\"}",
                        "{\"primary\": \"MySQL001B\", \"standby\": \"MySQL001A\"}"))
                .containsExactly(
                        "change the primary of pair MySQL001 from MySQL001A to MySQL001B",
                        "change the standby of pair MySQL001 from MySQL001B to MySQL001A");
    }

    @Test
    void aPairIsHeldAndReleased() {
        assertThat(steps(
                        "{\"primary\": \"MySQL001A\", \"standby\": \"MySQL001B\"}",
                        "{\"primary\": \"MySQL001A\", \"standby\": \"MySQL001B\", \"held\": true}"))
                .containsExactly("hold statements for pair MySQL001");
    }

    @Test
    void shardsAreHeldAndReleased() {
        assertThat(steps("{\"range\": [0, 2047], \"pair\": \"MySQL001\"},\n", """
                        {"range": [0, 511], "pair": "MySQL001"},
                        {"range": [512, 600], "pair": "MySQL001", "held": true},
                        {"range": [601, 2047], "pair": "MySQL001"},
                        """))
                .containsExactly("hold statements for shards 512 to 600 of pinterest");
    }

    @Test
    void rangesAreComparedShardByShard() {
        assertThat(steps("{\"range\": [0, 2047], \"pair\": \"MySQL001\"},\n", """
                        {"range": [0, 511], "pair": "MySQL001"},
                        {"range": [512, 1023], "pair": "MySQL002"},
                        {"range": [1024, 2000], "pair": "MySQL001"},
                        {"range": [4096, 5000], "pair": "MySQL001"},
                        """, ", \"insert_weight\": 0", ""))
                .containsExactly(
                        "move shards 512 to 1023 of pinterest from MySQL001 to MySQL002",
                        "close shards 2001 to 2047 of pinterest on MySQL001",
                        "open shards 4096 to 5000 of pinterest on MySQL001",
                        "change the insert weight of shards 2048 to 4095 of pinterest from 0 to 2048");
    }

    @Test
    void aNewPairComesBeforeTheShardsThatMoveThere() {
        assertThat(steps(
                        "\"MySQL001A\": \"10.0.1.1:3306\",",
                        "\"MySQL001A\": \"10.0.1.9:3306\", \"MySQL003A\": \"10.0.3.1\", \"MySQL003B\": \"10.0.3.2\",",
                        "\"pairs\": {",
                        "\"pairs\": {\"MySQL003\": {\"primary\": \"MySQL003A\", \"standby\": \"MySQL003B\"},",
                        "[2048, 4095], \"pair\": \"MySQL002\"}",
                        "[2048, 4095], \"pair\": \"MySQL003\"}"))
                .containsExactly(
                        "change the address of server MySQL001A from 10.0.1.1:3306 to 10.0.1.9:3306",
                        "add server MySQL003A, 10.0.3.1:3306",
                        "add server MySQL003B, 10.0.3.2:3306",
                        "add pair MySQL003, primary MySQL003A, standby MySQL003B",
                        "move shards 2048 to 4095 of lookup from MySQL002 to MySQL003");
    }

    @Test
    void removalsComeLastAndServersAfterTheirPairs() {
        Topology before = topology(json);
        Topology after = topology("""
                {"cluster": "main", "servers": {"MySQL001A": "10.0.1.1", "MySQL001B": "10.0.1.2"},
                 "pairs": {"MySQL001": {"primary": "MySQL001A", "standby": "MySQL001B"}},
                 "keyspaces": {"legacy": {"kind": "single", "pair": "MySQL001"}},
                 "users": {},
                 "accounts": {"data": {"user": "other", "secret": "env:PINION_DATA_PASSWORD"}}}
                """);
        assertThat(TopologyDiff.between(before, after))
                .containsExactly(
                        "change account data: user pinion_data → other",
                        "change the home of other databases from MySQL001 to none",
                        "remove user admin",
                        "remove user app",
                        "remove keyspace lookup",
                        "remove keyspace pinterest",
                        "remove pair MySQL002",
                        "remove server MySQL002B",
                        "remove server MySQL002A",
                        "remove account operator",
                        "remove account monitor");
    }

    @Test
    void anImportIsToldByWhatTheNameMeans() {
        Topology before = topology(json);
        Keyspace.Mod lookup = (Keyspace.Mod) before.keyspace("lookup").orElseThrow();
        Topology unsharded = before.withKeyspace(new Keyspace.Single("lookup", "MySQL002", lookup.transactions()));
        Topology importing = before.withKeyspace(from("MySQL002", lookup, false));
        Topology handedOver = before.withKeyspace(from("MySQL002", lookup, true));

        assertThat(TopologyDiff.between(unsharded, importing)).containsExactly("import lookup from pair MySQL002");
        assertThat(TopologyDiff.between(importing, unsharded))
                .containsExactly("give the import of lookup from pair MySQL002 up");
        assertThat(TopologyDiff.between(before.withoutKeyspace("lookup"), importing))
                .containsExactly(
                        "add keyspace lookup, md5 mod 4096, databases msdb%05d, with the rows of the database on"
                                + " pair MySQL002");
        assertThat(TopologyDiff.between(importing, handedOver))
                .containsExactly(
                        "give the name lookup to the keyspace, which has the rows of the database on pair MySQL002");
        assertThat(TopologyDiff.between(handedOver, importing))
                .containsExactly(
                        "give the name lookup back to the database on pair MySQL002; the keyspace gets its rows");
        assertThat(TopologyDiff.between(handedOver, before))
                .containsExactly("change keyspace lookup: old database on pair MySQL002 → none");
        assertThat(TopologyDiff.between(before.withKeyspace(new Keyspace.Single("lookup", "MySQL001")), importing))
                .anyMatch(step -> step.startsWith("DANGER"));
    }

    private static Keyspace.Sharded from(String pair, Keyspace.Mod keyspace, boolean handedOver) {
        return keyspace.withImporting(Optional.of(Importing.from(pair).withHandedOver(handedOver)));
    }

    @Test
    void aReshardingIsNoDangerWhenTheRowsGoAlong() {
        Topology before = topology(json);
        Keyspace.Mod lookup = (Keyspace.Mod) before.keyspace("lookup").orElseThrow();
        Topology announced = before.withKeyspace(lookup.withResharding(Optional.of(new Resharding(
                DatabasePattern.parse("lookup_1024_%05d"),
                new RangeTable(List.of(ShardRange.of(0, 1023, "MySQL002"))),
                1024,
                lookup.function(),
                false))));
        Keyspace.Mod getting = (Keyspace.Mod) announced.keyspace("lookup").orElseThrow();
        Topology held = announced.withKeyspace(
                getting.withRanges(getting.ranges().changed(0, 4095, range -> range.withHeld(true))));
        Topology handedOver =
                held.resharded((Keyspace.Mod) held.keyspace("lookup").orElseThrow());

        assertThat(TopologyDiff.between(before, announced))
                .containsExactly("change keyspace lookup: other shards none → 1024 shards by md5, databases"
                        + " lookup_1024_%05d");
        assertThat(TopologyDiff.between(held, handedOver))
                .containsExactly(
                        "hand keyspace lookup over to its other shards: 4096 by md5, databases msdb%05d → 1024 by"
                                + " md5, databases lookup_1024_%05d");
        assertThat(TopologyDiff.between(before, handedOver)).anyMatch(step -> step.startsWith("DANGER"));
    }

    @Test
    void whatLosesRowsIsADanger() {
        assertThat(steps("\"hash\": \"md5\"", "\"hash\": \"md5_newline\"", "\"1.2.3.4\": 1537", "\"1.2.3.4\": 1524"))
                .containsExactly("DANGER: redefine keyspace lookup: hash md5 → md5_newline;"
                        + " stored rows stay where the old definition put them");
        assertThat(steps("msdb%05d", "ms%05d"))
                .containsExactly("DANGER: redefine keyspace lookup: database msdb%05d → ms%05d;"
                        + " stored rows stay where the old definition put them");
    }

    @Test
    void tablesAndUsersSayWhatChanges() {
        assertThat(steps(
                        "\"type\": 2, \"colocate\": \"data.user_id\"",
                        "\"type\": 4, \"colocate\": \"data.owner_id\"",
                        "\"settings\": {\"kind\": \"single\", \"shard\": 0},",
                        "",
                        "\"key\": \"username\"",
                        "\"key\": \"username\", \"columns\": {\"username\": \"VARBINARY(60)\"}",
                        "[\"lookup\", \"pinterest\"]",
                        "[\"lookup\"]",
                        "\"native\": \"5bcb3e6ac345b435c7c2e6b7949a04ce6f6563d3\",",
                        ""))
                .containsExactly(
                        "change table pinterest.boards: rows of type 2 with data.user_id → of type 4 with data.owner_id",
                        "remove table pinterest.settings",
                        "change table lookup.user_by_name: columns",
                        "change user app: password",
                        "change user admin: keyspaces lookup pinterest → lookup");
    }
}
