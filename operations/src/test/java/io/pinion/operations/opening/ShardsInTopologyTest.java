package io.pinion.operations.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardsInTopologyTest {
    private final ShardsInTopology shards =
            new ShardsInTopology(new Task.Opening("pinterest", "MySQL002", 4096, 8191, 512, ShardSet.NONE));
    private Topology before;

    @BeforeEach
    void read(@TempDir Path directory) throws Exception {
        before = StoredTopology.in(directory).current();
    }

    private static RangeTable ranges(Topology topology) {
        return ((Keyspace.Sharded) topology.keyspace("pinterest").orElseThrow()).ranges();
    }

    @Test
    void theyAreOpenFirstAndGetTheirWeightThen() {
        assertThat(shards.areOpen(before)).isFalse();
        Topology added = shards.added(before);

        assertThat(shards.areOpen(added)).isTrue();
        assertThat(ranges(added).ranges().getLast()).isEqualTo(new ShardRange(4096, 8191, "MySQL002", 0));
        assertThat(shards.areWeighed(added)).isTrue();
        Topology weighed = shards.weighed(added);
        assertThat(ranges(weighed).ranges().getLast()).isEqualTo(new ShardRange(4096, 8191, "MySQL002", 512));
        assertThat(shards.weighed(weighed)).isEqualTo(weighed);
    }

    @Test
    void thoseOfAModKeyspaceAreOpenAtOnce() {
        ShardsInTopology hashed =
                new ShardsInTopology(new Task.Opening("lookup", "MySQL002", 2048, 4095, 2048, ShardSet.NONE));

        Topology added = hashed.added(before);

        assertThat(hashed.areOpen(added)).isTrue();
        assertThat(hashed.areWeighed(added)).isFalse();
    }

    @Test
    void onesOfWhichSomeAreOpenAreNotOpen() {
        ShardsInTopology half =
                new ShardsInTopology(new Task.Opening("pinterest", "MySQL002", 4000, 4100, 101, ShardSet.NONE));

        assertThat(half.areOpen(before)).isFalse();
        assertThat(half.isAnyOpen(before)).isTrue();
        assertThat(shards.isAnyOpen(before)).isFalse();
    }

    @Test
    void theLowestShardIsHeldAndReleasedWithThem() {
        Topology held = shards.held(before);

        assertThat(ranges(held).held()).isNotNull().satisfies(range -> {
            assertThat(range.first())
                    .isEqualTo(Objects.requireNonNull(ranges(held).firstShard()).number());
            assertThat(range.size()).isEqualTo(1);
        });
        assertThat(shards.released(held)).isEqualTo(before);
        Topology both = shards.released(shards.added(held));
        assertThat(ranges(both).held()).isNull();
        assertThat(ranges(both).pairOf(4096)).isEqualTo("MySQL002");
    }

    /** As when somebody has taken it out while the opening waited for somebody. */
    @Test
    void aKeyspaceThatIsGoneStaysAsItIs() {
        ShardsInTopology gone =
                new ShardsInTopology(new Task.Opening("pinterst", "MySQL002", 4096, 8191, 512, ShardSet.NONE));

        assertThat(gone.areOpen(before)).isFalse();
        assertThat(gone.isAnyOpen(before)).isFalse();
        assertThat(gone.released(before)).isEqualTo(before);
    }

    @Test
    void aWeightThatSomebodyHasGivenStays() {
        Topology added = shards.added(before);
        Keyspace.Sharded keyspace =
                (Keyspace.Sharded) added.keyspace("pinterest").orElseThrow();
        Topology half = added.withKeyspace(
                keyspace.withRanges(keyspace.ranges().changed(4096, 6143, range -> range.withWeight(7))));

        assertThat(ranges(shards.weighed(half)).within(4096, 8191))
                .containsExactly(
                        new ShardRange(4096, 6143, "MySQL002", 7), new ShardRange(6144, 8191, "MySQL002", 256));
    }
}
