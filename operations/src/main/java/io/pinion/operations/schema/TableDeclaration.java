package io.pinion.operations.schema;

import io.pinion.config.change.Author;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.routing.catalog.Declaration;
import java.util.Optional;

/**
 * Another word of the topology on a table that all shards have alike.
 *
 * @param as empty for a table that it is to forget; the shards keep it
 */
public record TableDeclaration(String keyspace, String table, Optional<Declaration> as, Author author)
        implements AnsweredRequest<Done> {}
