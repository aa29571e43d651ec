package io.pinion.routing.session;

import io.pinion.routing.session.ShowStatement.RowFilter;
import io.pinion.routing.session.ShowStatement.TableName;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Reads SHOW and DESCRIBE. */
public final class ShowReader {
    private final TokenCursor cursor;

    private ShowReader(TokenCursor cursor) {
        this.cursor = cursor;
    }

    /**
     * The SHOW or DESCRIBE that the statement is.
     *
     * @param charset the MySQL name of the client's character set
     * @return empty for other statements, and for a DESCRIBE that isn't well-formed; {@link ShowStatement.Other} for
     *     such a SHOW
     */
    public static Optional<ShowStatement> read(Tokens tokens, String charset) {
        ShowReader reader = new ShowReader(new TokenCursor(tokens, charset));
        StatementKind kind = tokens.statement().kind();
        return switch (kind) {
            case SHOW -> Optional.of(reader.show());
            case DESCRIBE -> reader.describe();
            default -> Optional.empty();
        };
    }

    private ShowStatement show() {
        cursor.skip();
        int first = cursor.place();
        Optional<ShowStatement> known = known();
        if (known.isPresent() && cursor.atEnd()) {
            return known.get();
        }
        cursor.returnTo(first);
        return new ShowStatement.Other(cursor.rest());
    }

    private Optional<ShowStatement> known() {
        if (cursor.accept("DATABASES") || cursor.accept("SCHEMAS")) {
            return filtered(ShowStatement.Databases::new);
        }
        if (cursor.accept("CREATE")) {
            return create();
        }
        if (cursor.isWord("WARNINGS") || cursor.isWord("ERRORS")) {
            return conditions();
        }
        if (cursor.accept("COUNT")) {
            return conditionCount();
        }
        if (cursor.accept("GRANTS")) {
            return grants();
        }
        if (cursor.acceptAll("TABLE", "STATUS")) {
            Optional<String> database = from();
            return filtered(filter -> new ShowStatement.TableStatus(database, filter));
        }
        if (cursor.accept("INDEX") || cursor.accept("INDEXES") || cursor.accept("KEYS")) {
            return tableFrom().flatMap(table -> filtered(filter -> new ShowStatement.Index(table, filter)));
        }
        boolean global = cursor.accept("GLOBAL");
        if (!global && !cursor.accept("SESSION")) {
            cursor.accept("LOCAL");
        }
        if (cursor.accept("VARIABLES")) {
            return filtered(filter -> new ShowStatement.Variables(global, filter));
        }
        if (cursor.accept("STATUS")) {
            return filtered(filter -> new ShowStatement.Status(global, filter));
        }
        return tablesOrColumns();
    }

    private Optional<ShowStatement> tablesOrColumns() {
        cursor.accept("EXTENDED");
        boolean full = cursor.accept("FULL");
        if (cursor.accept("TABLES")) {
            Optional<String> database = from();
            return filtered(filter -> new ShowStatement.Tables(full, database, filter));
        }
        if (cursor.accept("COLUMNS") || cursor.accept("FIELDS")) {
            return tableFrom().flatMap(table -> filtered(filter -> new ShowStatement.Columns(full, table, filter)));
        }
        return Optional.empty();
    }

    private Optional<ShowStatement> create() {
        if (cursor.accept("TABLE")) {
            return tableName().map(ShowStatement.CreateTable::new);
        }
        if (cursor.accept("DATABASE") || cursor.accept("SCHEMA")) {
            boolean conditional = cursor.acceptAll("IF", "NOT");
            if (conditional) {
                cursor.accept("EXISTS");
            }
            return cursor.name().map(database -> new ShowStatement.CreateDatabase(database, conditional));
        }
        return Optional.empty();
    }

    /** {@code LIMIT count}, {@code LIMIT skipped, count} or {@code LIMIT count OFFSET skipped} may follow. */
    private Optional<ShowStatement> conditions() {
        boolean errorsOnly = cursor.isWord("ERRORS");
        cursor.skip();
        if (!cursor.accept("LIMIT")) {
            return Optional.of(new ShowStatement.Conditions(errorsOnly, 0, Long.MAX_VALUE));
        }
        OptionalLong first = number();
        boolean skippedFirst = cursor.acceptSymbol(",");
        OptionalLong second = skippedFirst || cursor.accept("OFFSET") ? number() : OptionalLong.of(0);
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        long skipped = skippedFirst ? first.getAsLong() : second.getAsLong();
        long most = skippedFirst ? second.getAsLong() : first.getAsLong();
        return Optional.of(new ShowStatement.Conditions(errorsOnly, skipped, most));
    }

    private OptionalLong number() {
        boolean digits = cursor.type() == TokenType.INTEGER && cursor.text().matches("[0-9]{1,18}");
        OptionalLong value = digits ? OptionalLong.of(Long.parseLong(cursor.text())) : OptionalLong.empty();
        cursor.skip();
        return value;
    }

    private Optional<ShowStatement> conditionCount() {
        boolean all = cursor.acceptSymbol("(") && cursor.acceptSymbol("*") && cursor.acceptSymbol(")");
        if (all && cursor.accept("WARNINGS")) {
            return Optional.of(new ShowStatement.ConditionCount(false));
        }
        return all && cursor.accept("ERRORS") ? Optional.of(new ShowStatement.ConditionCount(true)) : Optional.empty();
    }

    private Optional<ShowStatement> grants() {
        Optional<String> user = cursor.accept("FOR") ? Optional.of(cursor.takeRest()) : Optional.empty();
        return Optional.of(new ShowStatement.Grants(user));
    }

    /** {@code DESCRIBE table}, with one column's name or a pattern in quotes behind it. */
    private Optional<ShowStatement> describe() {
        cursor.skip();
        Optional<TableName> table = tableName();
        if (table.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> pattern = cursor.atEnd() ? Optional.empty() : cursor.nameOrString();
        RowFilter filter = pattern.<RowFilter>map(RowFilter.Like::new).orElse(new RowFilter.All());
        return cursor.atEnd() ? Optional.of(new ShowStatement.Columns(false, table.get(), filter)) : Optional.empty();
    }

    // --- parts

    private Optional<ShowStatement> filtered(Function<RowFilter, ShowStatement> statement) {
        if (cursor.accept("LIKE")) {
            return cursor.string().map(pattern -> statement.apply(new RowFilter.Like(pattern)));
        }
        if (cursor.accept("WHERE")) {
            return Optional.of(statement.apply(new RowFilter.Where(cursor.takeRest())));
        }
        return Optional.of(statement.apply(new RowFilter.All()));
    }

    /** {@code FROM name} or {@code IN name}, if it stands here. */
    private Optional<String> from() {
        int first = cursor.place();
        Optional<String> name = cursor.accept("FROM") || cursor.accept("IN") ? cursor.name() : Optional.empty();
        if (name.isEmpty()) {
            cursor.returnTo(first);
        }
        return name;
    }

    /** {@code FROM table [FROM database]}, {@code FROM database.table}. */
    private Optional<TableName> tableFrom() {
        if (!cursor.accept("FROM") && !cursor.accept("IN")) {
            return Optional.empty();
        }
        return tableName().map(table -> {
            Optional<String> database = from();
            return database.isPresent() ? new TableName(database, table.table()) : table;
        });
    }

    private Optional<TableName> tableName() {
        return cursor.name().flatMap(first -> {
            if (!cursor.acceptSymbol(".")) {
                return Optional.of(new TableName(Optional.empty(), first));
            }
            return cursor.name().map(table -> new TableName(Optional.of(first), table));
        });
    }
}
