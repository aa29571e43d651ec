package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.List;

/**
 * The words that name a mapping and what it is looked at against.
 *
 * @param opposite empty when it isn't asked
 * @param objects whether the objects at both ends are asked
 */
record MappingArguments(String keyspace, String table, String opposite, boolean objects) {
    static final String SYNTAX = "keyspace.table AGAINST {OBJECTS | opposite | objects.column[.key]}[, …]";

    static MappingArguments of(StatementArguments arguments, AdminContext context) {
        LogicalTableName mapping = LogicalTableName.of(arguments, context);
        List<String> opposites = arguments.texts("opposite");
        if (opposites.size() > 1) {
            throw new SyntaxRefused("AGAINST takes one mapping or column, and OBJECTS");
        }
        return new MappingArguments(
                mapping.keyspace(), mapping.table(), String.join("", opposites), arguments.has("OBJECTS"));
    }
}
