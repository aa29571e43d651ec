package io.pinion.server.admin;

import io.pinion.operations.statement.SyntaxLine;
import java.util.List;
import java.util.function.Function;

/**
 * {@code EXPLAIN ROUTE}: where a statement would go, and why, without running it. The statement is planned with the
 * rights of the session's user: the plan shows what this user may not do.
 */
final class ExplainRoute {
    static final String NAME = "EXPLAIN ROUTE";

    private ExplainRoute() {}

    static AdminTable<?> table() {
        return new AdminTable<String>(
                        List.of(SyntaxLine.of(NAME + " statement")),
                        "where a statement would go, without running it",
                        (arguments, context) -> context.proxy()
                                .explain(arguments.text("statement"), context.session())
                                .thenApply(plan -> plan.lines().toList()),
                        AdminTable.text("route", Function.identity(), "A line of the plan"))
                .forEverybody();
    }
}
