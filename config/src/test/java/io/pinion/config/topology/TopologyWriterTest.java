package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.HashedNumbers;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TopologyWriterTest {
    @Test
    void whatIsWrittenReadsBackEqual() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        String written = new TopologyWriter().write(topology);
        assertThat(TopologyReaderTest.accepted(written)).isEqualTo(topology);
    }

    @Test
    void aHeldPairIsReadBackHeld() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        Pair pair = topology.pairs().values().iterator().next();
        Topology held = topology.withPair(pair.withHeld(true));
        assertThat(TopologyReaderTest.accepted(new TopologyWriter().write(held)))
                .isEqualTo(held);
    }

    @Test
    void heldShardsAreReadBackHeld() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        Keyspace.Sharded keyspace =
                (Keyspace.Sharded) topology.keyspace("pinterest").orElseThrow();
        Topology held = topology.withKeyspace(
                keyspace.withRanges(keyspace.ranges().changed(512, 600, range -> range.withHeld(true))));
        assertThat(TopologyReaderTest.accepted(new TopologyWriter().write(held)))
                .isEqualTo(held);
    }

    @Test
    void hashedNumbersAreReadBackAndWrittenInOneOrder() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        Keyspace.Sharded keyspace =
                (Keyspace.Sharded) topology.keyspace("pinterest").orElseThrow();
        Map<String, Table> tables = new HashMap<>(keyspace.tables());
        tables.computeIfPresent("pins", (name, pins) -> ((Table.ObjectTable) pins)
                .withHashed(Optional.of(new HashedNumbers(64, 1_000_000))));
        Topology hashed = topology.withKeyspace(keyspace.withTables(tables));
        String written = new TopologyWriter().write(hashed);
        assertThat(written).containsPattern("\"hashed\": \\{\\s*\"shards\": 64,\\s*\"through\": 1000000\\s*}");
        assertThat(TopologyReaderTest.accepted(written)).isEqualTo(hashed);
    }

    @Test
    void anImportingKeyspaceIsReadBackImporting() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        for (Importing database : List.of(Importing.AT_HOME, Importing.from("MySQL002"))) {
            for (boolean handedOver : List.of(false, true)) {
                Topology importing = importing(topology, database.withHandedOver(handedOver));
                Topology read = TopologyReaderTest.accepted(new TopologyWriter().write(importing));
                assertThat(read).isEqualTo(importing);
                assertThat(mod(read).isImporting()).isNotEqualTo(handedOver);
            }
        }
    }

    @Test
    void whatEarlierVersionsWroteIsImportedFromHome() throws IOException {
        Topology importing = importing(
                TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json")), Importing.AT_HOME);
        String written = new TopologyWriter().write(importing);
        assertThat(written).contains("\"importing\": {}");
        assertThat(TopologyReaderTest.accepted(written.replace("\"importing\": {}", "\"importing\": true")))
                .isEqualTo(importing);
        assertThat(mod(TopologyReaderTest.accepted(written.replace("\"importing\": {}", "\"importing\": false")))
                        .importing())
                .isEmpty();
    }

    @Test
    void rowsAreImportedFromAPairThatThereIs() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        Topology homeless =
                importing(topology, Importing.AT_HOME).with(topology.servers(), topology.pairs(), Optional.empty());
        assertThat(TopologyReader.objection(homeless))
                .hasValueSatisfying(why -> assertThat(why).contains("from which pair rows are imported"));
        assertThat(TopologyReader.objection(importing(homeless, Importing.from("MySQL002"))))
                .isEmpty();
        assertThat(TopologyReader.objection(importing(topology, Importing.from("MySQL02"))))
                .hasValueSatisfying(why -> assertThat(why).contains("did you mean MySQL002?"));
    }

    @Test
    void otherShardsAreReadBackBeforeAndBehindTheHandOver() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        Topology announced = resharding(topology, "lookup_1024_%05d");
        Topology read = TopologyReaderTest.accepted(new TopologyWriter().write(announced));
        assertThat(read).isEqualTo(announced);

        Topology handedOver = read.resharded(mod(read));
        Topology again = TopologyReaderTest.accepted(new TopologyWriter().write(handedOver));
        assertThat(again).isEqualTo(handedOver);
        assertThat(mod(again).shards()).isEqualTo(1024);
        assertThat(mod(again).databases()).hasToString("lookup_1024_%05d");
        assertThat(mod(again).resharding()).hasValueSatisfying(former -> {
            assertThat(former.former()).isTrue();
            assertThat(former.shards()).isEqualTo(4096);
            assertThat(former.databases()).hasToString("msdb%05d");
            assertThat(former.ranges()).isEqualTo(mod(topology).ranges());
        });
        // The md5 of the key modulo 4096, and modulo 1024.
        assertThat(topology.knownAnswers().get("lookup")).containsEntry("1.2.3.4", 1537);
        assertThat(again.knownAnswers().get("lookup")).containsEntry("1.2.3.4", 1537 % 1024);
    }

    @Test
    void otherShardsHaveNamesOfTheirOwn() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        assertThat(TopologyReader.objection(resharding(topology, "msdb%05d")))
                .hasValueSatisfying(why -> assertThat(why).contains("would mean shards of lookup and others"));
        assertThat(TopologyReader.objection(resharding(topology, "db%05d")))
                .hasValueSatisfying(why -> assertThat(why).contains("would mean"));
    }

    private static Topology resharding(Topology topology, String pattern) {
        Resharding other = new Resharding(
                DatabasePattern.parse(pattern),
                new RangeTable(List.of(ShardRange.of(0, 1023, "MySQL002"))),
                1024,
                mod(topology).function(),
                false);
        return topology.withKeyspace(mod(topology).withResharding(Optional.of(other)));
    }

    private static Topology importing(Topology topology, Importing database) {
        return topology.withKeyspace(mod(topology).withImporting(Optional.of(database)))
                .with(topology.servers(), topology.pairs(), Optional.of("MySQL001"));
    }

    private static Keyspace.Mod mod(Topology topology) {
        return topology.keyspaces().values().stream()
                .filter(Keyspace.Mod.class::isInstance)
                .map(Keyspace.Mod.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theTextIsCanonical() throws IOException {
        String written =
                new TopologyWriter().write(TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json")));
        if (System.getProperty("cases.update") != null) {
            Files.writeString(Path.of("src/test/resources/topologies/pinterest.canonical.json"), written);
        }
        assertThat(written).isEqualTo(TopologyReaderTest.resource("pinterest.canonical.json"));
        assertThat(new TopologyWriter().write(TopologyReaderTest.accepted(written)))
                .isEqualTo(written);
    }
}
