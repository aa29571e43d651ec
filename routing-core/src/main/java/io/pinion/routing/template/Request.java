package io.pinion.routing.template;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.lexer.MysqlCharsets;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One statement to plan, with everything that its plan may depend on.
 *
 * @param described it isn't to run, only its columns are asked for, which any shard knows
 * @param step it finds the rows that a statement changes or inserts elsewhere, or writes them: the rows it reads are
 *     locked, so that they stay as found, and its writes are reported like those of one statement
 * @param inserted the client's insert id for rows without ids of their own: {@link InsertedId.Given} once the numbers
 *     of a sequence are written in the text
 */
public record Request(
        Replanning planner,
        Catalog catalog,
        SessionView session,
        Statement statement,
        CurrentDatabase current,
        RandomGenerator random,
        boolean described,
        boolean step,
        InsertedId inserted) {

    /** Whether rows have all the numbers that they need. */
    public boolean isNumbered() {
        return inserted instanceof InsertedId.Given;
    }

    /** Plans another text in place of this statement's. */
    public RoutePlan replan(byte[] sql) {
        return plan(sql, statement.parameters());
    }

    /** The same statement in another session, as far as planning sees. */
    public Request in(SessionView other) {
        return new Request(planner, catalog, other, statement, current, random, described, step, inserted);
    }

    /** Plans the same statement with its bound values written in. */
    public RoutePlan withLiterals() {
        return writing(same -> plan(statement.withLiterals(session.charset()), Parameters.NONE));
    }

    /**
     * Plans a statement whose values are written into the texts for servers, where LIMIT takes integers alone. The plan
     * is made of the values themselves, never of a text of them.
     */
    public RoutePlan writing(Function<Request, RoutePlan> planned) {
        if (statement.parameterCount() == 0) {
            return planned.apply(this);
        }
        if (statement.parameters() == Parameters.NONE) {
            return Refusals.syntax("'?' has no value outside of a prepared statement");
        }
        return switch (BoundCounts.of(statement, dialect(), BoundCounts.Way.COMMAND)) {
            case BoundCounts.Refusal(Refused refused) -> refused;
            case BoundCounts.Counted(Parameters values) ->
                values == statement.parameters() ? planned.apply(this) : plan(statement.sql(), values);
        };
    }

    private RoutePlan plan(byte[] sql, Parameters parameters) {
        return planner.plan(catalog, session, planner.scan(session, sql, parameters), described, inserted);
    }

    /** Whether a hint or the session's database names one shard, whatever the statement's keys say. */
    public boolean oneShardNamed(Keyspace.Sharded keyspace) {
        return statement.hint().isPresent()
                || (current instanceof CurrentDatabase.OneShard one
                        && one.keyspace().name().equals(keyspace.name()));
    }

    /** Plans the query that is the first step of this statement. */
    public RoutePlan planStep(Statement step) {
        return planner.planStep(catalog, session, step);
    }

    /** Plans a text as if the client had sent it in place of this statement. */
    public RoutePlan planSent(byte[] sql) {
        return planner.plan(catalog, session, sql);
    }

    /** Plans the preparation of a text in this session. */
    public RoutePlan describe(byte[] sql) {
        return planner.describe(catalog, session, sql);
    }

    /** The template of all statements of this one's shape, when its kind makes no other plan. */
    public PlanTemplate template() {
        return planner.template(this);
    }

    /** The mode whose rules keep Pinion from reading the session's texts; empty for none. */
    public String unknownMode() {
        return planner.unknownMode(session.sqlMode());
    }

    /** Another statement of the same session. */
    public Statement scan(byte[] sql) {
        return planner.scan(session, sql, Parameters.NONE);
    }

    public SqlDialect dialect() {
        return planner.dialect();
    }

    /** The plan of a statement that Pinion itself answers. */
    public RoutePlan ofPinion() {
        return new RoutePlan.Admin(new String(
                statement.sql(),
                statement.start(),
                statement.end() - statement.start(),
                MysqlCharsets.find(session.charset()).orElse(StandardCharsets.UTF_8)));
    }

    /**
     * The client's value of a session function, as an expression whose column has the type, the length and the flags of
     * the function's (compared on MariaDB 11.4 and MySQL 9.7): {@code |} makes a BIGINT UNSIGNED of 21 digits.
     */
    public String literalOf(SessionFunction function) {
        String text = textOf(function);
        return switch (function) {
            // The statement runs on the connection that knows the value.
            case LAST_INSERT_ID -> text == null ? "LAST_INSERT_ID()" : '(' + text + "|0)";
            case INSERT_ID_VARIABLE -> text == null ? "@@last_insert_id" : '(' + text + "|NULLIF(0,1))";
            case ROW_COUNT -> text == null ? "ROW_COUNT()" : "CAST(" + text + "|0 AS SIGNED)";
            case FOUND_ROWS -> text == null ? "FOUND_ROWS()" : "CAST(" + text + "|0 AS SIGNED)";
            case WARNING_COUNT -> text == null ? "@@warning_count" : '(' + text + "|NULLIF(0,1))";
            case ERROR_COUNT -> text == null ? "@@error_count" : '(' + text + "|NULLIF(0,1))";
            case CONNECTION_ID -> "CAST(" + text + " AS UNSIGNED)";
            case PORT, NO_PORT -> '(' + text + "|NULLIF(0,1))";
            case DATABASE, USER, CURRENT_USER, HOST, NO_ADDRESS -> text == null ? "NULL" : quoted(text);
        };
    }

    /** The same value as a bare number, by which a statement can be placed. */
    String bareLiteralOf(SessionFunction function) {
        String text = textOf(function);
        return switch (function) {
            case DATABASE, USER, CURRENT_USER, HOST, NO_ADDRESS -> literalOf(function);
            default -> text == null ? literalOf(function) : text;
        };
    }

    /** The client's value of a session function; null for NULL, and for a value that only a server knows. */
    public @Nullable String textOf(SessionFunction function) {
        return switch (function) {
            case LAST_INSERT_ID, INSERT_ID_VARIABLE ->
                session.lastInsertId() instanceof LastInsertId.Known(long id) ? Long.toUnsignedString(id) : null;
            case ROW_COUNT -> known(session.previous().get().rowCount());
            case FOUND_ROWS -> known(session.previous().get().foundRows());
            case WARNING_COUNT -> known(session.previous().get().warningCount());
            case ERROR_COUNT -> known(session.previous().get().errorCount());
            case DATABASE -> session.database().orElse(null);
            case USER -> session.userName() + "@" + session.clientHost();
            case CURRENT_USER -> session.userName() + "@%";
            case CONNECTION_ID -> Long.toUnsignedString(session.connectionId());
            case PORT -> String.valueOf(session.connection().port());
            case HOST -> session.connection().host();
            case NO_PORT -> "0";
            case NO_ADDRESS -> "";
        };
    }

    private static @Nullable String known(OptionalLong value) {
        return value.isPresent() ? String.valueOf(value.getAsLong()) : null;
    }

    /** Right with and without NO_BACKSLASH_ESCAPES, since it contains no backslash. */
    private static String quoted(String text) {
        return "'" + text.replace("\\", "").replace("'", "''") + "'";
    }
}
