package io.pinion.operations.statement;

import java.util.Optional;

/** {@code keyspace.table}, or a table of the session's keyspace. */
public record LogicalTableName(String keyspace, String table) {

    public static LogicalTableName of(StatementArguments arguments, StatementContext context) {
        String name = arguments.text("keyspace.table");
        int dot = name.indexOf('.');
        if (dot > 0 && dot < name.length() - 1) {
            return new LogicalTableName(name.substring(0, dot), name.substring(dot + 1));
        }
        Optional<String> current = context.session().database();
        return new LogicalTableName(
                current.orElseThrow(() -> new SyntaxRefused("expected keyspace.table, found " + name)), name);
    }
}
