package io.pinion.operations.standby;

import io.pinion.config.topology.Pair;
import io.pinion.operations.engine.OperationAnswer;
import io.pinion.operations.engine.OperationOutcome.Done;
import java.time.Duration;

/**
 * A pair that an operation has made, or given another standby.
 *
 * @param pair as the topology has it from now on
 * @param databases the number of databases that the standby got; 0 when an earlier attempt had copied them
 * @param rows the number of copied rows
 * @param generation of the topology with the pair
 * @param note what somebody should see to, such as an old standby that still replicates; empty for nothing
 */
public record CompletedPair(Pair pair, int databases, long rows, Duration took, long generation, String note)
        implements OperationAnswer {
    @Override
    public Done outcome(long operation) {
        return Done.of(operation, generation, note);
    }
}
