package io.pinion.operations.engine;

import io.pinion.operations.journal.Operation;

/** What somebody asks for that goes on in the background; the task that comes of it is in the journal. */
public interface OperationRequest extends AnsweredRequest<Operation> {}
