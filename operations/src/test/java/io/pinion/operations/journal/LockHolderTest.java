package io.pinion.operations.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Server;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.pair.StandbyReplacement;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockHolderTest {
    private static final Task MOVE = new Task.Move("pinterest", 1, 2, "A", "B");

    private final MemoryJournal journal = new MemoryJournal();

    private static final StandbyReplacement REPLACEMENT =
            new StandbyReplacement("B", "B2", new Server("B3", "b3.example", 3306), Contents.COPIED);

    @Test
    void whatRunsIsNamedWithItsProxyAndIsNotToBeGivenUp() throws Exception {
        running(MOVE);

        assertThat(journal.holderOf(REPLACEMENT))
                .isEqualTo("operation 1 (MOVE SHARDS 1-2 TO PAIR B IN pinterest) runs on proxy host:3306:"
                        + " SHOW OPERATIONS tells how far it is");
    }

    @Test
    void aPromotionIsOverSoonAndIsNotGivenUpMeanwhile() throws Exception {
        running(new Task.Promotion("A", "A1", "A2", Manner.PLANNED));

        assertThat(journal.holderOf(MOVE))
                .contains("PROMOTE PAIR A TO A2", "it ends by itself (SHOW OPERATIONS)")
                .doesNotContain("CANCEL");
    }

    @Test
    void whatRunsIsNamedBeforeWhatHasBrokenOff() throws Exception {
        broken(MOVE);
        assertThat(journal.holderOf(MOVE)).startsWith("operation 1 (").contains("has broken off");

        running(REPLACEMENT);
        assertThat(journal.holderOf(MOVE)).startsWith("operation 2 (");
    }

    @Test
    void whoIsNotInTheJournalIsGuessed() throws Exception {
        running(new Task.Promotion("C", "C1", "C2", Manner.PLANNED));

        assertThat(journal.holderOf(MOVE)).contains("a verification", "try again");
    }

    private Operation running(Task task) {
        return journal.create(
                task,
                new Origin("admin", "operator", List.of(), Instant.EPOCH),
                Progress.beginning(0, "host:3306", Instant.EPOCH));
    }

    private void broken(Task task) throws VersionConflict {
        Operation operation = running(task);
        journal.write(operation, operation.progress().withState(State.FAILED, "as it is"));
    }
}
