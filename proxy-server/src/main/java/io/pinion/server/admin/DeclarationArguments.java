package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.Declaration;

/** The words {@code keyspace.table AS 'declaration'}, to the end of the statement. */
record DeclarationArguments(LogicalTableName table, Declaration as) {
    static DeclarationArguments of(StatementArguments arguments, AdminContext context) {
        return new DeclarationArguments(
                LogicalTableName.of(arguments, context),
                StatementArguments.parsed(Declaration::parse, arguments.text("'declaration'")));
    }
}
