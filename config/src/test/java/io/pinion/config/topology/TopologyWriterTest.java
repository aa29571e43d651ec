package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Keyspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void anImportingKeyspaceIsReadBackImporting() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        Topology importing = topology.withKeyspace(mod(topology).withImporting(true))
                .with(
                        topology.servers(),
                        topology.pairs(),
                        topology.pairs().keySet().stream().findFirst());
        Topology read = TopologyReaderTest.accepted(new TopologyWriter().write(importing));
        assertThat(read).isEqualTo(importing);
        assertThat(mod(read).importing()).isTrue();
    }

    @Test
    void nothingIsImportedWithoutAHomePair() throws IOException {
        Topology topology = TopologyReaderTest.accepted(TopologyReaderTest.resource("pinterest.json"));
        Topology homeless = topology.withKeyspace(mod(topology).withImporting(true))
                .with(topology.servers(), topology.pairs(), Optional.empty());
        assertThat(TopologyReader.objection(homeless))
                .hasValueSatisfying(why -> assertThat(why).contains("rows can only be imported from the home pair"));
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
