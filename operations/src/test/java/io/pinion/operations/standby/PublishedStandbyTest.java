package io.pinion.operations.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.StoredTopology;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedStandbyTest {
    private static final Server NEW = new Server("E", "10.0.0.5", 3306);

    private StoredTopology stored;

    @BeforeEach
    void write(@TempDir Path directory) throws Exception {
        stored = StoredTopology.in(directory);
    }

    private record Lock(boolean isHeld) implements TaskLock {
        @Override
        public boolean isLost() {
            return !isHeld;
        }

        @Override
        public void close() {}
    }

    private PublishedStandby published(boolean held) {
        MemoryJournal journal = new MemoryJournal();
        return new PublishedStandby(
                stored.store(),
                "MySQL001",
                0,
                new ReplacementEntry(
                        journal,
                        new Lock(held),
                        journal.create(
                                new Task.StandbyReplacement("MySQL001", "B", "E"),
                                new Origin("app", "operator", List.of(), Instant.EPOCH),
                                Progress.beginning(0, "proxy", Instant.EPOCH))));
    }

    private Optional<String> standby() throws Exception {
        return stored.current().pair("MySQL001").flatMap(Pair::standby).map(Server::name);
    }

    @Test
    void theNewOneTakesThePlaceOfTheOld() throws Exception {
        published(true).replace("B", NEW, "A", 0);

        assertThat(standby()).contains("E");
    }

    /** As of a proxy that is back when another one has given the replacement up, and has emptied the new server. */
    @Test
    void whoHasLostTheLockReplacesNothing() throws Exception {
        assertThatThrownBy(() -> published(false).replace("B", NEW, "A", 0)).isInstanceOf(ReplacementRefused.class);

        assertThat(standby()).contains("B");
    }
}
