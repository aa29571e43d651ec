package io.pinion.operations.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.Cluster;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task.Move;
import io.pinion.routing.catalog.ShardRange;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedMoveTest {
    private final Move task = new Move("pinterest", 600, 700, "MySQL001", "MySQL002");
    private Cluster cluster;

    @BeforeEach
    void write(@TempDir Path directory) throws Exception {
        cluster = Cluster.in(directory);
    }

    private record Lock(BooleanSupplier held) implements TaskLock {
        @Override
        public boolean isHeld() {
            return held.getAsBoolean();
        }

        @Override
        public boolean isLost() {
            return !held.getAsBoolean();
        }

        @Override
        public void close() {}
    }

    private PublishedMove published(BooleanSupplier held) {
        return new PublishedMove(new TopologyChange(cluster.services("one"), new Lock(held)), task);
    }

    private List<ShardRange> ranges() {
        return published(() -> true).ranges(cluster.topology());
    }

    @Test
    void theyGoToTheOtherPair() throws Exception {
        PublishedMove published = published(() -> true);

        published.hold("MySQL001");
        assertThat(ranges()).containsExactly(new ShardRange(600, 700, "MySQL001", 101, true));
        published.moveAtLast("MySQL001", "MySQL002", false);

        assertThat(ranges()).containsExactly(new ShardRange(600, 700, "MySQL002", 101, false));
        assertThat(published.pair()).contains("MySQL002");
    }

    /** As of one that looks at the topology again, because its write has failed. */
    @Test
    void whoHasLostTheLocksHoldsNothing() throws Exception {
        assertThatThrownBy(() -> published(() -> false).hold("MySQL001")).hasMessageContaining("lock");

        assertThat(ranges()).noneMatch(ShardRange::held);
    }

    @Test
    void whoHasLostTheLocksMovesNothing() throws Exception {
        published(() -> true).hold("MySQL001");

        assertThatThrownBy(() -> published(() -> false).moveAtLast("MySQL001", "MySQL002", false))
                .isInstanceOf(OperationRefused.class);
        assertThatThrownBy(() -> published(() -> false).releaseAtLast("MySQL001"))
                .isInstanceOf(OperationRefused.class);

        assertThat(ranges()).allMatch(ShardRange::held).allMatch(range -> range.pair()
                .equals("MySQL001"));
    }
}
