package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.Optional;

/** {@code keyspace.table}, or a table of the session's keyspace. */
record LogicalTableName(String keyspace, String table) {

    static LogicalTableName of(StatementArguments arguments, AdminContext context) {
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
