package io.pinion.integration.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.journal.Task.Promotion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A proxy is killed in the middle of an operation, and another one finishes it without a person. All rows are compared with what
 * clients were told, on the primaries and on the standbys.
 */
class TakenUpIT {
    private static final long SEED = 4711;

    @Test
    void whatAKilledProxyHasBegunAnotherOneFinishes(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory)
            throws Exception {
        try (FaultRun run = new FaultRun(directory, SEED)) {
            Operation promotion = takenUp(run, "PromotionDisturbed.manner=PLANNED, point=HOLDING, side=BEHIND");
            assertThat(promotion.task()).isInstanceOf(Promotion.class);
            assertThat(promotion.progress().state()).isEqualTo(State.DONE);

            for (String point : List.of("FILLING", "FENCING")) {
                Operation move = takenUp(run, "MoveDisturbed.point=" + point + ", side=BEHIND");
                assertThat(move.task()).isInstanceOf(Move.class);
                // It waited for its end then, which somebody has chosen.
                assertThat(move.progress().isToBeGivenUp()).isFalse();
            }
            System.out.println(run);
        }
    }

    /** The operation that was begun by a proxy, which was killed then. */
    private static Operation takenUp(FaultRun run, String name) throws Exception {
        List<Operation> before = run.tally().takenUp();
        run.play(run.scenarios(name + ", mishap=RUNNER_KILLED").next(run.dice()));
        List<Operation> after = run.tally().takenUp();
        assertThat(after).hasSize(before.size() + 1);
        Operation taken = after.getLast();
        assertThat(taken.progress().state().isOver()).isTrue();
        return taken;
    }
}
