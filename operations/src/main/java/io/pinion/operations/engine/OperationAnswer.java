package io.pinion.operations.engine;

import io.pinion.operations.engine.OperationOutcome.Done;

/** What an attempt of an operation has come to, in full for whoever began it. */
public interface OperationAnswer {
    /**
     * The same for whoever resumes, ends or cancels an operation, whatever its kind.
     *
     * @param operation its number
     */
    Done outcome(long operation);
}
