package io.pinion.routing.planner.show;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.planner.session.AddressVariables;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.session.ShowStatement;
import io.pinion.routing.session.ShowStatement.RowFilter;
import io.pinion.routing.template.AnyRoute;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.LikePattern;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A server's system variables with Pinion's {@linkplain AddressVariables own values}, as a query. */
final class VariableList {
    private static final List<String> SHOWN = List.of("VARIABLE_NAME", "VARIABLE_VALUE");

    private VariableList() {}

    /** In place of a table, in parentheses. */
    static String query(Request request, String table, List<String> columns, UnaryOperator<String> spelling) {
        return query(request, table, columns, spelling, "`VARIABLE_NAME`");
    }

    private static String query(
            Request request, String table, List<String> columns, UnaryOperator<String> spelling, String name) {
        String known = AddressVariables.values(request).entrySet().stream()
                .map(own -> " WHEN '" + own.getKey() + "' THEN '" + own.getValue() + "'")
                .collect(Collectors.joining());
        return columns.stream()
                        .map(column ->
                                expression(column, name, known) + " AS " + SqlNames.quoted(spelling.apply(column)))
                        .collect(Collectors.joining(", ", "(SELECT ", " FROM "))
                + (request.dialect() == SqlDialect.MYSQL
                        ? InformationReading.PERFORMANCE_SCHEMA + "." + table.toLowerCase(Locale.ROOT)
                        : Catalog.INFORMATION_SCHEMA + "." + table)
                + ")";
    }

    private static String expression(String column, String name, String known) {
        String value = SqlNames.quoted(column);
        return switch (column) {
            case "VARIABLE_NAME" -> name;
            case "VARIABLE_VALUE", "GLOBAL_VALUE" -> "CASE LOWER(`VARIABLE_NAME`)" + known + " ELSE " + value + " END";
            default -> value;
        };
    }

    /** A condition is taken to show a variable that it names: other ones go on, so that their definitions are the server's. */
    private static boolean mayShow(Set<String> own, RowFilter filter) {
        return switch (filter) {
            case RowFilter.All all -> true;
            case RowFilter.Like(String pattern) -> own.stream().anyMatch(LikePattern.of(pattern)::matches);
            case RowFilter.Where(String condition) -> {
                String lower = condition.toLowerCase(Locale.ROOT);
                yield own.stream().anyMatch(lower::contains) || lower.contains("like") || lower.contains("regexp");
            }
        };
    }

    /** {@code SHOW VARIABLES}, as the query that servers make of it; null when it shows no variable of Pinion's. */
    static @Nullable RoutePlan show(Request request, ShowStatement.Variables show) {
        if (!mayShow(AddressVariables.values(request).keySet(), show.filter())) {
            return null;
        }
        Tokens tokens = Tokens.of(request.statement());
        Edits edits = new Edits(request.statement());
        int word = tokens.isWord(1, "VARIABLES") ? 1 : 2;
        String table = show.global() ? "GLOBAL_VARIABLES" : "SESSION_VARIABLES";
        boolean mysql = request.dialect() == SqlDialect.MYSQL;
        // MariaDB's tables have the names in upper case, and in no order.
        String rows = query(
                request,
                table,
                SHOWN,
                column -> column.equals("VARIABLE_NAME") ? "Variable_name" : "Value",
                mysql ? "`VARIABLE_NAME`" : "LOWER(`VARIABLE_NAME`)");
        edits.replace(
                new Span(tokens.start(0), tokens.end(word)),
                Piece.Fixed.of("SELECT * FROM " + rows + " AS " + table.toLowerCase(Locale.ROOT)));
        if (show.filter() instanceof RowFilter.Like) {
            edits.insert(tokens.start(word + 1), Piece.Fixed.of("WHERE Variable_name "));
        }
        if (!mysql) {
            edits.insert(request.statement().end(), Piece.Fixed.of("\nORDER BY CAST(Variable_name AS BINARY)"));
        }
        return new AnyRoute(edits.inOrder(), SessionEffects.PLAIN).bind(request);
    }
}
