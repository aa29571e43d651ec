package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.keyspace.KeyspaceShape;
import java.util.Optional;

/**
 * An import that somebody asks for.
 *
 * @param shape of the keyspace; its character set is that of the source, whatever it says
 * @param pair that has the database, where it was said
 * @param tables the document that says what becomes of each table; empty when nothing is said
 * @param onRequest whether the name is handed over at HAND OVER OPERATION, and not as soon as it can be
 */
public record ImportRequest(KeyspaceShape shape, Optional<String> pair, String tables, boolean onRequest)
        implements OperationRequest {}
