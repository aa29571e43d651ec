package io.pinion.operations.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightedShardsTest {
    private Topology topology;
    private Keyspace.Id keyspace;

    @BeforeEach
    void read(@TempDir Path directory) throws Exception {
        topology = StoredTopology.in(directory).current();
        keyspace = InsertWeights.keyspace(topology, "pinterest");
    }

    @Test
    void aPartOfARangeIsCutOutAndTheRestKeepsItsShare() throws Exception {
        WeightChange change = new WeightedShards(keyspace, 512, 767, 0).answer(8);

        assertThat(change.before()).containsExactly(new ShardRange(512, 767, "MySQL001", 256));
        assertThat(change.after()).containsExactly(new ShardRange(512, 767, "MySQL001", 0));
        assertThat(change.total()).isEqualTo(256 + 2048);
    }

    @Test
    void aWeightForSeveralRangesIsSharedByTheirSizesAndNothingIsLostInRounding() {
        int sum = 0;
        for (int first = 0; first < 100; first += 33) {
            ShardRange part = ShardRange.of(first, Math.min(99, first + 32), "MySQL001");
            sum += InsertWeights.share(0, 99, 7, part);
        }
        assertThat(sum).isEqualTo(7);
        assertThat(InsertWeights.share(0, 65535, InsertWeights.MOST, ShardRange.of(0, 65535, "MySQL001")))
                .isEqualTo(InsertWeights.MOST);
    }

    @Test
    void theSameWeightIsNothing() throws Exception {
        assertThat(new WeightedShards(keyspace, 512, 1023, 512).isNothing()).isTrue();
        assertThat(new WeightedShards(keyspace, 512, 1023, 511).isNothing()).isFalse();
    }

    @Test
    void shardsThatArentOpenAreNamed() {
        assertThatThrownBy(() -> new WeightedShards(keyspace, 500, 4100, 7))
                .hasMessageContaining("shards 500-511,1024-2047,4096-4100 of pinterest are not open");
        assertThatThrownBy(() -> new WeightedShards(keyspace, 7, 6, 7)).hasMessageContaining("write 6-7");
    }

    @Test
    void keyspacesWithoutWeightsSaySo() {
        assertThatThrownBy(() -> InsertWeights.keyspace(topology, "lookup"))
                .hasMessageContaining("weights have no say");
        assertThatThrownBy(() -> InsertWeights.keyspace(topology, "legacy")).hasMessageContaining("single keyspace");
        assertThatThrownBy(() -> InsertWeights.keyspace(topology, "pinterst")).hasMessageContaining("did you mean");
        assertThatThrownBy(() -> InsertWeights.requirePossible(-1)).hasMessageContaining("not between 0 and 1000000");
    }
}
