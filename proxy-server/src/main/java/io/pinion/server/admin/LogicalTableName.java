package io.pinion.server.admin;

import java.util.Optional;

/** {@code keyspace.table}, or a table of the session's keyspace. */
record LogicalTableName(String keyspace, String table) {

    static LogicalTableName read(AdminTokens arguments, AdminContext context) {
        String first = arguments.name("a table");
        int dot = first.indexOf('.');
        if (dot > 0 && dot < first.length() - 1) {
            return new LogicalTableName(first.substring(0, dot), first.substring(dot + 1));
        }
        if (arguments.takeSign(".")) {
            return new LogicalTableName(first, arguments.name("a table"));
        }
        Optional<String> current = context.session().database();
        return new LogicalTableName(
                current.orElseThrow(() -> new AdminSyntaxException("expected keyspace.table, found " + first)), first);
    }
}
