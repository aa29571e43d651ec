package io.pinion.operations.schema;

import io.pinion.config.change.Author;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;

/** A table that somebody wants to take out of the topology; the shards keep it. */
public record ForgottenTable(String keyspace, String table, Author author) implements AnsweredRequest<Done> {}
