package io.pinion.operations.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress.State;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.definition.ShardedText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryJournalTest {
    private static final Origin ORIGIN = new Origin("app", "data", List.of(), Instant.EPOCH);

    private final MemoryJournal journal = new MemoryJournal();

    @Test
    void onlyWhoHasSeenTheLastEntryWritesTheNext() throws VersionConflict {
        Operation created = create("pins");
        journal.write(created, created.progress().withCancelAsked());

        assertThatThrownBy(() -> journal.write(created, created.progress().withState(State.DONE, "")))
                .isInstanceOf(VersionConflict.class);
        assertThat(journal.read(created.number()).orElseThrow().progress().cancelAsked())
                .isTrue();
    }

    @Test
    void aTableIsLockedForOne() {
        TaskLock lock = journal.lock(change("pins", "boards")).orElseThrow();

        assertThat(journal.lock(change("boards", "users"))).isEmpty();
        assertThat(journal.lock(change("users"))).isPresent();
        lock.close();
        assertThat(journal.isLocked(change("pins"))).isFalse();
    }

    @Test
    void theOldestThatHaveEndedMakeRoom() throws VersionConflict {
        Operation unfinished = create("pins");
        for (int i = 0; i < 250; i++) {
            Operation next = create("t" + i);
            journal.write(next, next.progress().withState(State.DONE, ""));
        }

        assertThat(journal.list()).hasSizeLessThanOrEqualTo(201).contains(unfinished);
    }

    private Operation create(String table) {
        return journal.create(change(table), ORIGIN, Progress.beginning(64, "proxy", Instant.EPOCH));
    }

    private static Task change(String... tables) {
        return new Task.TableChange(new SchemaChange(
                "pinterest",
                DatabasePattern.parse("db%05d"),
                Action.ALTER,
                "ALTER TABLE …",
                List.of(tables),
                List.of(),
                Optional.empty(),
                false,
                new ShardedText(List.of("ALTER TABLE …")),
                List.of()));
    }
}
