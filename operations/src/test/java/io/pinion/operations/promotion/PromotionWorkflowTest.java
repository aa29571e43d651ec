package io.pinion.operations.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion.Manner;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PromotionWorkflowTest {
    private final MemoryJournal journal = new MemoryJournal();

    private record Waiting(boolean keepsPrimaries) implements Task {
        @Override
        public String statement() {
            return "IMPORT DATABASE shop";
        }

        @Override
        public String subject() {
            return "database shop";
        }

        @Override
        public Set<String> locks() {
            return Set.of(Task.pairLock("p"));
        }
    }

    private boolean isInTheWay(boolean keepsPrimaries, State state, Manner manner) {
        Operation other = journal.create(
                new Waiting(keepsPrimaries),
                Origin.of("app", "operator"),
                Progress.beginning(0, "one", Instant.EPOCH).withState(state, ""));
        return PromotionWorkflow.isInTheWay(other, manner);
    }

    @Test
    void aPlannedOneLeavesAnImportItsWayBack() {
        assertThat(isInTheWay(true, State.WAITING, Manner.PLANNED)).isTrue();
        assertThat(isInTheWay(true, State.WAITING, Manner.AUTOMATIC)).isFalse();
        assertThat(isInTheWay(true, State.WAITING, Manner.FORCED)).isFalse();
        assertThat(isInTheWay(false, State.WAITING, Manner.PLANNED)).isFalse();
    }

    @Test
    void aForcedOneWaitsForNothingThatRuns() {
        assertThat(isInTheWay(false, State.RUNNING, Manner.PLANNED)).isTrue();
        assertThat(isInTheWay(false, State.FAILED, Manner.PLANNED)).isTrue();
        assertThat(isInTheWay(false, State.RUNNING, Manner.FORCED)).isFalse();
    }
}
