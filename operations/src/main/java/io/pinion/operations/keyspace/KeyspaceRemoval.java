package io.pinion.operations.keyspace;

import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;

/** An empty keyspace that somebody wants to be taken away. */
public record KeyspaceRemoval(String keyspace) implements AnsweredRequest<Done> {}
