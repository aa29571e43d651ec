package io.pinion.operations.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnfinishedMovesTest {
    private static final Promotion TASK = new Promotion("A", "A1", "A2", Manner.FENCED);

    private final MemoryJournal journal = new MemoryJournal();
    private final UnfinishedMoves moves = new UnfinishedMoves(journal);

    private void enter(String from, String to, State state) {
        journal.create(
                new Move("pinterest", 1, 2, from, to),
                new Origin("app", "operator", List.of(), Instant.EPOCH),
                Progress.beginning(2, "one", Instant.EPOCH).withState(state, ""));
    }

    private Promoted told(String missing) {
        Pair pair = new Pair("A", new Server("A2", "db2", 3306), Optional.of(new Server("A1", "db1", 3306)));
        return moves.toldIn(new Promoted(pair, Duration.ZERO, 0, 7, missing), TASK);
    }

    @Test
    void eachOfThePairIsNamedWithWhatToType() {
        enter("A", "B", State.FAILED);
        enter("C", "A", State.RUNNING);

        assertThat(told("what A1 had").missing())
                .startsWith("what A1 had; operation 1 (MOVE SHARDS 1-2 TO PAIR B IN pinterest) is unfinished")
                .contains("CANCEL OPERATION 1 ", "RESUME OPERATION 1 ", "; operation 2 ", "CANCEL OPERATION 2 ");
    }

    @Test
    void thoseOfOtherPairsAndThoseThatHaveMovedAreNot() {
        enter("C", "D", State.FAILED);
        enter("A", "B", State.WAITING);
        enter("A", "B", State.CANCELLED);

        assertThat(told(Promoted.NOTHING).missing()).isEqualTo(Promoted.NOTHING);
    }
}
