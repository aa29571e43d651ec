package io.pinion.operations.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.CopyBounds;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.opening.StoredTopology;
import io.pinion.operations.server.ServerAccess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredPairTest {
    private StoredTopology documents;
    private OperationServices services;
    private Pair before;

    @BeforeEach
    void write(@TempDir Path directory) throws Exception {
        documents = StoredTopology.in(directory);
        Topology now = documents.current();
        services = new OperationServices(
                () -> now,
                documents.store(),
                new MemoryJournal(),
                new ServerAccess(new Secrets(name -> null), Map::of),
                List::of,
                CopyBounds.NONE,
                () -> "one");
        before = pair();
    }

    private Pair pair() throws Exception {
        return documents.current().pair("MySQL001").orElseThrow();
    }

    private StoredPair stored(boolean locked) {
        return new StoredPair(new TopologyChange(services, new Lock(locked)), before);
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
        stored(true).hold();
        assertThat(pair()).isEqualTo(before.withHeld(true));
        stored(true).turn();

        assertThat(pair()).isEqualTo(before.turned().withHeld(false));
    }

    /** The standby takes writes by then, whoever goes on. */
    @Test
    void itsServersChangePlacesWithoutTheLock() throws Exception {
        stored(true).hold();

        stored(false).turn();
        assertThat(stored(false).turn()).isEqualTo(documents.current());

        assertThat(pair()).isEqualTo(before.turned().withHeld(false));
    }

    /** As when another promotion has led back meanwhile. */
    @Test
    void theServersOfAPairThatIsNotHeldKeepTheirPlaces() throws Exception {
        assertThatThrownBy(() -> stored(true).turn()).hasMessageContaining("somebody else has changed pair MySQL001");

        assertThat(pair()).isEqualTo(before);
    }

    /** As of a proxy that is back from where nothing reached it, when another one has given the promotion up. */
    @Test
    void whoHasLostTheLockHoldsNothing() throws Exception {
        assertThatThrownBy(() -> stored(false).hold()).isInstanceOf(OperationRefused.class);

        assertThat(pair().held()).isFalse();
    }

    /** Others may hold them again. */
    @Test
    void whoHasLostTheLockReleasesNothing() throws Exception {
        stored(true).hold();

        assertThatThrownBy(() -> stored(false).release()).isInstanceOf(OperationRefused.class);

        assertThat(pair().held()).isTrue();
    }
}
