package io.pinion.routing.planner.session;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.session.ShowStatement;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TokenType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Statements that read the diagnostics of the previous one, when no server has them. */
public final class PreviousReading {
    private static final Condition DEPRECATED = new Condition(
            "Warning",
            1287,
            "HY000",
            "FOUND_ROWS() is deprecated and will be removed in a future release. Consider using COUNT(*) instead.");

    private PreviousReading() {}

    /** Null when the statement reads no diagnostics, or the previous statement's connection has them. */
    public static @Nullable RoutePlan plan(Request request) {
        Statement statement = request.statement();
        if (!mayRead(statement)) {
            return null;
        }
        PreviousDiagnostics previous = request.session().previous().get();
        if (previous.isOnServer()) {
            return null;
        }
        if (statement.kind() == StatementKind.DIAGNOSTICS) {
            return DiagnosticsReading.plan(request, previous);
        }
        Edits edits = new Edits(statement);
        SessionFunctions.replacePrevious(Tokens.of(statement), previous, edits);
        if (edits.isEmpty()) {
            return null;
        }
        RoutePlan plan = PlanTemplate.Replaced.plan(request, edits.inOrder(), false);
        boolean deprecated =
                statement.mentions(Mention.FOUND_ROWS) && previous.foundRows().isPresent();
        return deprecated && request.dialect() == SqlDialect.MYSQL ? withDeprecation(plan) : plan;
    }

    /** The warning that MySQL gives for the function, which isn't in the text any more. */
    private static RoutePlan withDeprecation(RoutePlan plan) {
        return plan instanceof RoutePlan.AnyServer any
                ? new RoutePlan.AnyServer(any.pair(), any.text(), any.context(), any.effects(), List.of(DEPRECATED))
                : plan;
    }

    private static boolean mayRead(Statement statement) {
        return statement.kind() == StatementKind.DIAGNOSTICS
                || statement.mentions(Mention.FOUND_ROWS)
                || statement.mentions(Mention.ROW_COUNT)
                || statement.mentions(Mention.SYSTEM_VARIABLE);
    }

    /** Whether the statement may read a count of the one before: of its rows, or of its conditions. */
    static boolean readsCounts(Statement statement) {
        return statement.mentions(Mention.FOUND_ROWS)
                || statement.mentions(Mention.ROW_COUNT)
                || namesConditionCount(statement);
    }

    /**
     * Whether it reads what the statement before has left, or whether a transaction is open, and nothing that depends on the
     * current database: its change on the connection would destroy the one, and can't be made on the transaction's
     * connection if that leads to another pair.
     */
    public static boolean suitsAnyDatabase(Statement statement, SessionEffects effects) {
        return statement.kind() == StatementKind.DIAGNOSTICS
                || ((effects.readsPrevious() || namesVariableOf(statement, "in_transaction"))
                        && !effects.callsStored()
                        && !statement.mentions(Mention.DATABASE)
                        && !namesVariableOf(statement, "_database"));
    }

    /** {@code @@warning_count} and {@code @@error_count} are written like settings, but are no settings. */
    private static boolean namesConditionCount(Statement statement) {
        return namesVariable(statement, SessionFunctions::isConditionCount);
    }

    /** {@code @@character_set_database} and {@code @@collation_database}, for {@code _database}. */
    private static boolean namesVariableOf(Statement statement, String part) {
        return namesVariable(
                statement,
                (tokens, token) -> tokens.type(token) == TokenType.SYSTEM_VARIABLE
                        && tokens.text(token).toLowerCase(Locale.ROOT).contains(part));
    }

    private static boolean namesVariable(Statement statement, BiPredicate<Tokens, Integer> wanted) {
        if (!statement.mentions(Mention.SYSTEM_VARIABLE)) {
            return false;
        }
        Tokens tokens = Tokens.of(statement);
        return tokens.has(token -> wanted.test(tokens, token));
    }

    /** {@code SHOW WARNINGS}; null when a server answers. */
    public static @Nullable RoutePlan conditions(Request request, ShowStatement.Conditions show) {
        Conditions known = request.session().previous().get().conditions().orElse(null);
        if (known == null) {
            return null;
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        known.listed().stream()
                .filter(condition -> !show.errorsOnly() || condition.isError())
                .skip(show.skipped())
                .limit(show.most())
                .forEach(condition -> rows.add(cells(condition)));
        return new RoutePlan.Local(new LocalAnswer.Rows(LocalAnswer.Rows.CONDITION_COLUMNS, rows));
    }

    private static List<@Nullable String> cells(Condition condition) {
        return List.of(condition.level(), String.valueOf(condition.code()), condition.message());
    }

    /** {@code SHOW COUNT(*) WARNINGS}; null when a server answers. */
    public static @Nullable RoutePlan conditionCount(Request request, ShowStatement.ConditionCount show) {
        Conditions known = request.session().previous().get().conditions().orElse(null);
        if (known == null) {
            return null;
        }
        LocalAnswer.Column column = show.errorsOnly() ? LocalAnswer.Rows.ERROR_COUNT : LocalAnswer.Rows.WARNING_COUNT;
        long count = show.errorsOnly() ? known.errors() : known.count();
        return new RoutePlan.Local(new LocalAnswer.Rows(List.of(column), List.of(List.of(String.valueOf(count)))));
    }
}
