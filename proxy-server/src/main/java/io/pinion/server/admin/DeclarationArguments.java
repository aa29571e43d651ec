package io.pinion.server.admin;

import io.pinion.routing.catalog.Declaration;

/** The words {@code keyspace.table AS 'declaration'}, to the end of the statement. */
record DeclarationArguments(LogicalTableName table, Declaration as) {
    static DeclarationArguments read(AdminTokens arguments, AdminContext context) {
        LogicalTableName table = LogicalTableName.read(arguments, context);
        if (!arguments.take("AS")) {
            throw new AdminSyntaxException("expected AS and a declaration in quotes");
        }
        Declaration declaration;
        try {
            declaration = Declaration.parse(arguments.string("a declaration"));
        } catch (IllegalArgumentException e) {
            throw new AdminSyntaxException(String.valueOf(e.getMessage()));
        }
        arguments.end();
        return new DeclarationArguments(table, declaration);
    }
}
