package io.pinion.operations.schema;

import io.pinion.config.change.Author;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.routing.catalog.Declaration;

/** A table that all shards have alike, and that somebody wants to put into the topology. */
public record TableDeclaration(String keyspace, String table, Declaration as, Author author)
        implements AnsweredRequest<Done> {}
