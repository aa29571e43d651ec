package io.pinion.server.admin;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.Column;
import io.pinion.routing.text.LikePattern;
import io.pinion.server.admin.AdminTokens.Kind;
import io.pinion.server.admin.AdminTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code LIKE 'pattern'} on the first column, as in MySQL's SHOW statements, or {@code WHERE} with comparisons joined
 * by AND. Any other condition is refused.
 */
final class RowFilter {
    static final String SYNTAX = "[LIKE 'pattern' | WHERE condition]";
    private static final String SUPPORTED = "WHERE knows column = 'value' and column LIKE 'pattern', joined by AND";

    private record Condition(int column, LikePattern pattern) {
        boolean matches(List<@Nullable String> row) {
            String cell = row.get(column);
            return cell != null && pattern.matches(cell);
        }
    }

    private final List<Condition> conditions;

    private RowFilter(List<Condition> conditions) {
        this.conditions = List.copyOf(conditions);
    }

    /** Reads the filter that may end a statement, and the statement's end. */
    static RowFilter read(AdminTokens tokens, List<Column> columns) {
        List<Condition> conditions = new ArrayList<>();
        if (tokens.take("LIKE")) {
            conditions.add(new Condition(0, LikePattern.of(tokens.string("a pattern"))));
        } else if (tokens.take("WHERE")) {
            do {
                conditions.add(condition(tokens, columns));
            } while (tokens.take("AND"));
        }
        Optional<Token> left = tokens.peek();
        if (left.isPresent() && !conditions.isEmpty()) {
            throw new AdminSyntaxException(
                    SUPPORTED + "; it can't read '" + left.get().text() + "'");
        }
        tokens.end();
        return new RowFilter(conditions);
    }

    private static Condition condition(AdminTokens tokens, List<Column> columns) {
        int column = column(tokens.name("a column"), columns);
        if (tokens.takeSign("=")) {
            return new Condition(column, LikePattern.exactly(value(tokens)));
        }
        if (tokens.take("LIKE")) {
            return new Condition(column, LikePattern.of(tokens.string("a pattern")));
        }
        Token found = tokens.token("= or LIKE");
        throw new AdminSyntaxException(SUPPORTED + "; it can't read '" + found.text() + "'");
    }

    private static int column(String name, List<Column> columns) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new AdminSyntaxException("no column '" + name + "' here; there are "
                + columns.stream().map(Column::name).collect(Collectors.joining(", ")));
    }

    /** A string, or a number as it is written. */
    private static String value(AdminTokens tokens) {
        Token token = tokens.token("a value");
        boolean number = token.kind() == Kind.WORD && token.text().matches("-?\\d+(\\.\\d+)?");
        if (token.kind() != Kind.STRING && !number) {
            throw AdminTokens.unexpected(token, "a value in quotes");
        }
        return token.text();
    }

    LocalAnswer.Rows apply(LocalAnswer.Rows all) {
        if (conditions.isEmpty()) {
            return all;
        }
        List<List<@Nullable String>> kept = new ArrayList<>();
        for (List<@Nullable String> row : all.rows()) {
            if (keeps(row)) {
                kept.add(row);
            }
        }
        return new LocalAnswer.Rows(all.columns(), kept);
    }

    boolean keeps(List<@Nullable String> row) {
        return conditions.stream().allMatch(condition -> condition.matches(row));
    }
}
