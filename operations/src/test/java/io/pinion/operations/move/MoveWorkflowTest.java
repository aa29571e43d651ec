package io.pinion.operations.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.engine.Cluster;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Way;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MoveWorkflowTest {
    private static final Move TASK = new Move("pinterest", 600, 700, "MySQL001", "MySQL002");
    private static final Progress FIRST = Progress.beginning(101, "one", Instant.EPOCH);

    private static boolean isPublishing(Progress progress) {
        return new Operation(1, TASK, Origin.of("app", "operator"), progress, 0).isPublishing("pinterest");
    }

    /** Statements may be held until a later attempt has undone the hand-over, whatever step that one repeats. */
    @Test
    void openingsAndSchemaChangesWaitForAHandOverUntilItIsUndoneOrDone() {
        assertThat(isPublishing(FIRST.in(MoveSteps.PREPARING))).isFalse();
        for (String step : List.of(Move.HANDING_OVER, Move.HANDING_BACK)) {
            Progress handing = FIRST.in(step);
            assertThat(isPublishing(handing)).isTrue();
            assertThat(isPublishing(handing.withState(State.FAILED, "cut off"))).isTrue();
            assertThat(isPublishing(handing.withStep(MoveSteps.FOLLOWING))).isTrue();
            assertThat(isPublishing(handing.in(MoveSteps.PREPARING))).isFalse();
            assertThat(isPublishing(handing.in(MoveSteps.SETTLING))).isFalse();
        }
    }

    @Test
    void noTwoStepsHaveTheSameName(@TempDir Path directory) throws Exception {
        MoveWorkflow workflow = new MoveWorkflow(Cluster.in(directory).services("one"), MoveTimeouts.DEFAULT);
        List<String> names = Stream.of(
                        workflow.steps(TASK), workflow.ending(TASK, Way.FINISH), workflow.ending(TASK, Way.REVERT))
                .flatMap(List::stream)
                .map(Step::name)
                .toList();

        assertThat(names)
                .doesNotHaveDuplicates()
                .contains(Direction.FORTH.before(), Move.HANDING_OVER, Direction.BACK.before(), Move.HANDING_BACK);
    }

    @Test
    void aMoveThatWaitsTellsHowLongClientsWaited(@TempDir Path directory) throws Exception {
        MoveWorkflow workflow = new MoveWorkflow(Cluster.in(directory).services("one"), MoveTimeouts.DEFAULT);

        assertThat(workflow.waiting(FIRST)).startsWith("moved; FINISH OPERATION drops the old copy");
        assertThat(workflow.waiting(FIRST.withFact("pause_ms", "42"))).startsWith("moved, after a pause of 42 ms; ");
    }
}
