package io.pinion.routing.plan;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.text.MysqlCharsets;
import io.pinion.routing.text.Statement;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One statement to plan, with all it may depend on. */
record Request(
        RoutePlanner planner,
        Catalog catalog,
        SessionView session,
        Statement statement,
        CurrentDatabase current,
        RandomGenerator random) {

    /** Plans another text in place of this statement's. */
    RoutePlan replan(byte[] sql) {
        return planner.plan(catalog, session, planner.scan(session, sql, 0, statement.parameters()));
    }

    /** The statement is Pinion's own to answer. */
    RoutePlan ofPinion() {
        return new RoutePlan.Admin(new String(
                statement.sql(),
                statement.start(),
                statement.end() - statement.start(),
                MysqlCharsets.find(session.charset()).orElse(StandardCharsets.UTF_8)));
    }

    /** What a session function answers this client, as an SQL literal. */
    String literalOf(SessionFunction function) {
        String text = textOf(function);
        return switch (function) {
            // The statement runs on the connection that knows it.
            case LAST_INSERT_ID -> text == null ? "LAST_INSERT_ID()" : text;
            case CONNECTION_ID -> String.valueOf(text);
            case DATABASE, USER, CURRENT_USER -> text == null ? "NULL" : quoted(text);
        };
    }

    /** What a session function answers this client; null for NULL, and for an insert id that only a server knows. */
    @Nullable
    String textOf(SessionFunction function) {
        return switch (function) {
            case LAST_INSERT_ID ->
                session.lastInsertId().isPresent()
                        ? Long.toUnsignedString(session.lastInsertId().getAsLong())
                        : null;
            case DATABASE -> session.database().orElse(null);
            case USER -> session.userName() + "@" + session.clientHost();
            case CURRENT_USER -> session.userName() + "@%";
            case CONNECTION_ID -> Long.toUnsignedString(session.connectionId());
        };
    }

    /** Right with and without NO_BACKSLASH_ESCAPES, since it has no backslash. */
    private static String quoted(String text) {
        return "'" + text.replace("\\", "").replace("'", "''") + "'";
    }
}
