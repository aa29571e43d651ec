package io.pinion.operations.pair;

import io.pinion.operations.engine.OperationAnswer;
import io.pinion.operations.engine.OperationOutcome.Done;

/**
 * A pair that the topology doesn't have any more.
 *
 * @param primary the name of its primary
 * @param standby the name of its standby; empty for none
 * @param generation of the topology without it
 * @param note what is left of it, for people
 */
public record PairDropped(String pair, String primary, String standby, long generation, String note)
        implements OperationAnswer {
    @Override
    public Done outcome(long operation) {
        return Done.noted(operation, note);
    }
}
