package io.pinion.operations.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MoveEntryTest {
    private static final Move TASK = new Move("pinterest", 0, 1, "p", "q");

    private final MemoryJournal journal = new MemoryJournal();
    private final Operation created = journal.create(
            TASK, new Origin("app", "operator", List.of(), Instant.EPOCH), MoveEntry.first(TASK, "proxy1"));

    private MoveEntry entry(Operation operation) {
        return new MoveEntry(journal, new HandOvers(), operation);
    }

    private Operation read() {
        return journal.read(created.number()).orElseThrow();
    }

    @Test
    void somebodyMayWantItsEndMeanwhile() throws Exception {
        MoveEntry entry = entry(created);
        journal.write(created, created.progress().withCancelAsked());

        entry.confirm();
        entry.enter(Phase.COPYING, "copying");

        assertThat(read().progress().step()).isEqualTo("copying");
        assertThat(entry.phase()).isEqualTo(Phase.COPYING);
    }

    /** As behind a lost session: an answer of a server, or a place in line, outlives it. */
    @Test
    void whoeverWorkedOnItBeforeWritesNothingMoreAlsoOnTheSameProxy() throws Exception {
        MoveEntry before = entry(created);
        Operation again =
                journal.write(created, MoveEntry.anew(created.progress().resumed(2, "proxy1")));
        MoveEntry now = entry(again);

        assertThatThrownBy(before::confirm)
                .isInstanceOf(MoveRefused.class)
                .hasMessageContaining("proxy1 has taken it over");
        before.end(State.FAILED, "", "the connection was ended");

        assertThat(read().progress().state()).isEqualTo(State.RUNNING);
        now.enter(Phase.FOLLOWING, "following");
        assertThat(MoveEntry.phase(read())).isEqualTo(Phase.FOLLOWING);
    }
}
