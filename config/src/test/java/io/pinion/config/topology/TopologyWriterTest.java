package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Keyspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
