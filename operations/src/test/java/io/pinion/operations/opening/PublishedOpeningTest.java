package io.pinion.operations.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedOpeningTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Task.Opening task = new Task.Opening("pinterest", "MySQL002", 4096, 8191, 512, ShardSet.NONE);
    private StoredTopology stored;
    private PublishedOpening published;

    @BeforeEach
    void write(@TempDir Path directory) throws Exception {
        stored = StoredTopology.in(directory);
        published = new PublishedOpening(stored.store(), () -> 0, task);
    }

    private RangeTable ranges() throws Exception {
        return pinterest(stored.current()).ranges();
    }

    private static Keyspace.Sharded pinterest(Topology topology) {
        return (Keyspace.Sharded) topology.keyspace("pinterest").orElseThrow();
    }

    @Test
    void theyAreOpenFirstAndGetTheirWeightThen() throws Exception {
        assertThat(published.add(published.stored(), 0)).isTrue();
        assertThat(ranges().ranges().getLast()).isEqualTo(new ShardRange(4096, 8191, "MySQL002", 0));

        long generation = published.weigh();

        assertThat(ranges().ranges().getLast()).isEqualTo(new ShardRange(4096, 8191, "MySQL002", 512));
        assertThat(generation).isEqualTo(stored.current().generation());
        assertThat(published.weigh()).isEqualTo(generation);
    }

    @Test
    void whatSomebodyHasWrittenSinceIsNotOverwritten() throws Exception {
        Topology seen = published.stored();
        stored.editor()
                .change(now -> now.withPair(now.pair("MySQL001").orElseThrow().withHeld(true)), 0);

        assertThat(published.add(seen, 0)).isFalse();

        assertThat(ranges().pairOf(4096)).isNull();
    }

    /** As of a proxy that stood still between its look and its write, while another one gave the opening up. */
    @Test
    void whoSawItBeforeItWasSettledCantPublishAnyMore() throws Exception {
        Topology seen = published.stored();

        Topology settled = published.settle(false, TIMEOUT);

        assertThat(settled.withGeneration(0)).isEqualTo(seen.withGeneration(0));
        assertThat(published.add(seen, 0)).isFalse();
        assertThat(published.add(settled, 0)).isTrue();
    }

    @Test
    void whatIsOpenIsSettledAsItIs() throws Exception {
        published.add(published.stored(), 0);
        long generation = stored.current().generation();

        assertThat(published.settle(false, TIMEOUT).generation()).isEqualTo(generation);
    }

    @Test
    void theLowestShardIsHeldAndReleasedWithThem() throws Exception {
        Topology held = published.hold(published.stored()).orElseThrow();

        assertThat(pinterest(held).ranges().held()).isNotNull().satisfies(range -> {
            assertThat(range.first()).isEqualTo(lowest(held));
            assertThat(range.size()).isEqualTo(1);
        });
        assertThatThrownBy(() -> PublishedOpening.requireNoneHeld(pinterest(held)))
                .hasMessageContainingAll("statements for shard " + lowest(held), "SHOW OPERATIONS");
        RangeTable before = ranges();

        assertThat(published.addAndRelease(held, 0)).isTrue();

        assertThat(before.held()).isNotNull();
        assertThat(ranges().held()).isNull();
        assertThat(ranges().pairOf(4096)).isEqualTo("MySQL002");
    }

    @Test
    void nobodyWaitsForOneThatIsSettled() throws Exception {
        Topology before = published.stored();
        Topology held = published.hold(before).orElseThrow();

        Topology settled = published.settle(true, TIMEOUT);

        assertThat(settled.withGeneration(0)).isEqualTo(before.withGeneration(0));
        assertThat(published.addAndRelease(held, 0)).isFalse();
        assertThat(ranges().pairOf(4096)).isNull();
    }

    @Test
    void whatSomebodyElseHoldsStaysHeld() throws Exception {
        published.hold(published.stored());

        assertThat(pinterest(published.settle(false, TIMEOUT)).ranges().held()).isNotNull();
    }

    private static int lowest(Topology topology) {
        return Objects.requireNonNull(pinterest(topology).ranges().firstShard()).number();
    }

    @Test
    void aWeightThatSomebodyHasGivenStays() throws Exception {
        published.add(published.stored(), 0);
        stored.editor()
                .change(
                        now -> {
                            Keyspace.Sharded keyspace = pinterest(now);
                            return now.withKeyspace(keyspace.withRanges(
                                    keyspace.ranges().changed(4096, 6143, range -> range.withWeight(7))));
                        },
                        0);

        published.weigh();

        assertThat(ranges().within(4096, 8191))
                .containsExactly(
                        new ShardRange(4096, 6143, "MySQL002", 7), new ShardRange(6144, 8191, "MySQL002", 256));
    }
}
