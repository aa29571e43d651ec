package io.pinion.operations.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.opening.StoredTopology;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedPairTest {
    private StoredTopology stored;
    private PublishedPair published;

    @BeforeEach
    void write(@TempDir Path directory) throws Exception {
        stored = StoredTopology.in(directory);
        published = new PublishedPair(stored.store(), () -> 0, pair());
    }

    private Pair pair() throws Exception {
        return stored.current().pair("MySQL001").orElseThrow();
    }

    private record Lock(boolean isHeld) implements TaskLock {
        @Override
        public boolean isLost() {
            return !isHeld;
        }

        @Override
        public void close() {}
    }

    @Test
    void itsServersChangePlaces() throws Exception {
        Pair before = pair();

        published.hold(new Lock(true));
        assertThat(pair()).isEqualTo(before.withHeld(true));
        published.turnAtLast();

        assertThat(pair()).isEqualTo(before.turned().withHeld(false));
    }

    /** As of a proxy that is back from where nothing reached it, when another one has given the promotion up. */
    @Test
    void whoHasLostTheLockHoldsNothing() throws Exception {
        assertThatThrownBy(() -> published.hold(new Lock(false))).isInstanceOf(PromotionRefused.class);

        assertThat(pair().held()).isFalse();
    }

    /** Others may hold them again. */
    @Test
    void whoHasLostTheLockReleasesNothing() throws Exception {
        published.hold(new Lock(true));

        assertThatThrownBy(() -> published.releaseAtLast(new Lock(false))).isInstanceOf(PromotionRefused.class);

        assertThat(pair().held()).isTrue();
    }

    @Test
    void whatIsOnItsWayIsNotWrittenBehindWhoTookOver() throws Exception {
        Topology seen = stored.current();

        published.outdateOlderWriters();

        assertThatThrownBy(() -> stored.editor().replace(seen, seen, 0)).isInstanceOf(VersionConflict.class);
    }
}
