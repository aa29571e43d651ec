package io.pinion.operations.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.opening.StoredTopology;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MoveCheckTest {
    private Topology topology;

    @BeforeEach
    void read(@TempDir Path directory) throws Exception {
        topology = StoredTopology.in(directory).current();
    }

    @Test
    void theUpperHalfOfARangeMoves() throws Exception {
        assertThat(MoveCheck.task(topology, new WantedMove("copied", 0, 512, 1023, "MySQL002")))
                .isEqualTo(new Move("copied", 512, 1023, "MySQL001", "MySQL002"));
    }

    /** A slip of the fingers would move the shards of another pair than the one that is too full. */
    @Test
    void allOfARangeThatIsSplitMustBeOpen() {
        assertThatThrownBy(() -> MoveCheck.task(topology, new WantedMove("counted", 0, 512, 1023, "MySQL002")))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining(" of counted are not open");
    }
}
