package io.pinion.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.change.HistoryEntry;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.CopyBounds;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.StoredTopology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.definition.ShardedText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of tables that has failed and is resumed, as whoever moves or opens shards meanwhile sees it. */
class ResumedChangeTest {
    private static final SchemaChange CHANGE = new SchemaChange(
            "pinterest",
            DatabasePattern.parse("db%05d"),
            Action.ALTER,
            "ALTER TABLE …",
            List.of("pins"),
            List.of(),
            Optional.empty(),
            false,
            new ShardedText(List.of("ALTER TABLE …")),
            List.of());

    private final MemoryJournal journal = new MemoryJournal();
    private StoredTopology stored;

    @BeforeEach
    void store(@TempDir Path directory) throws Exception {
        stored = StoredTopology.in(directory);
    }

    /** What the journal said whenever the stored topology was read. */
    private final List<Progress> seen = new ArrayList<>();

    private int reads;

    /** Goes away behind the check of the generation, with which every attempt begins. */
    private final class Watched implements TopologyStore {
        @Override
        public Optional<StoredDocument> read() throws StoreUnavailable {
            reads++;
            journal.list().forEach(operation -> seen.add(operation.progress()));
            if (reads > 1) {
                throw new StoreUnavailable("away");
            }
            return stored.store().read();
        }

        @Override
        public long replace(OptionalLong expectedVersion, String json, Optional<HistoryEntry> change)
                throws StoreUnavailable {
            throw new StoreUnavailable("away");
        }
    }

    @Test
    void itSaysThatItRunsBeforeItLooksWhichShardsThereAre() throws Exception {
        Operation failed = journal.create(
                new Task.TableChange(CHANGE),
                new Origin("app", "data", List.of(), Instant.EPOCH),
                Progress.beginning(64, "one", Instant.EPOCH)
                        .in("changing the other shards")
                        .withShards(ShardSet.parse("0-62"), ShardSet.NONE, Map.of())
                        .withState(State.FAILED, "refused"));
        try (SchemaOperations operations = new SchemaOperations(services())) {
            assertThat(operations.kinds().getFirst().runner().resume(failed))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withMessageContainingAll(
                            "is done on 63 of 64 shards: away", "RESUME OPERATION 1, or CANCEL OPERATION 1");
        }
        assertThat(seen).extracting(Progress::state).containsExactly(State.FAILED, State.RUNNING);
        Progress left = journal.list().getFirst().progress();
        assertThat(left.state()).isEqualTo(State.FAILED);
        assertThat(left.done()).isEqualTo(ShardSet.parse("0-62"));
    }

    @Test
    void aNewOneThatCanNotLookLeavesNoEntry() throws Exception {
        try (SchemaOperations operations = new SchemaOperations(services())) {
            assertThat(operations.start(CHANGE, new Origin("app", "data", List.of(), Instant.EPOCH), () -> false))
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withMessageContaining("away");
        }
        assertThat(seen).extracting(Progress::state).containsExactly(State.RUNNING);
        assertThat(journal.list()).isEmpty();
    }

    private OperationServices services() throws Exception {
        Topology running = stored.current();
        ServerAccess access = new ServerAccess(new Secrets(name -> null), Map::of);
        return new OperationServices(
                () -> running,
                new Watched(),
                journal,
                access,
                List::of,
                new CopyBounds(CopySpeed.UNLIMITED, 1),
                () -> "two");
    }
}
