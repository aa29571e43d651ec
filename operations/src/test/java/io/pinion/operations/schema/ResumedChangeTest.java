package io.pinion.operations.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.source.TopologyStore;
import io.pinion.config.topology.Secrets;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.definition.ShardedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

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

    /** What the journal said whenever the stored topology was read. */
    private final List<Progress> seen = new ArrayList<>();

    /** Has nothing. */
    private final class Watched implements TopologyStore {
        @Override
        public Optional<StoredDocument> read() throws StoreUnavailable {
            seen.add(journal.list().getFirst().progress());
            throw new StoreUnavailable("away");
        }

        @Override
        public long replace(OptionalLong expectedVersion, String json) throws StoreUnavailable {
            throw new StoreUnavailable("away");
        }
    }

    @Test
    void itSaysThatItRunsBeforeItLooksWhichShardsThereAre() throws Exception {
        Operation failed = journal.create(
                new Task.TableChange(CHANGE),
                new Origin("app", "data", List.of(), Instant.EPOCH),
                Progress.beginning(64, "one", Instant.EPOCH).withState(State.FAILED, "refused"));
        ServerAccess access = new ServerAccess(new Secrets(name -> null), Map::of);
        try (SchemaOperations operations = new SchemaOperations(
                () -> {
                    throw new AssertionError("the running topology may be behind");
                },
                new Watched(),
                journal,
                access,
                () -> "two")) {
            ChangeOutcome outcome =
                    operations.resume(failed, CHANGE).toCompletableFuture().join();

            assertThat(outcome).isInstanceOfSatisfying(ChangeOutcome.Failed.class, why -> assertThat(why.message())
                    .contains("away"));
        }
        assertThat(seen).extracting(Progress::state).containsExactly(State.RUNNING);
        Progress left = journal.list().getFirst().progress();
        assertThat(left.state()).isEqualTo(State.FAILED);
        assertThat(left.error()).isEqualTo("refused");
        assertThat(left.proxy()).isEqualTo("one");
    }
}
