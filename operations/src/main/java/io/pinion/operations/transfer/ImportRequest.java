package io.pinion.operations.transfer;

import io.pinion.operations.keyspace.KeyspaceShape;

/**
 * An import that somebody asks for.
 *
 * @param shape of the keyspace; its character set is that of the source, whatever it says
 * @param tables the document that says what becomes of each table; empty when nothing is said
 */
public record ImportRequest(KeyspaceShape shape, String tables) {}
