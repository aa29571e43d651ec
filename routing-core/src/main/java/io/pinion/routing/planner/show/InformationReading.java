package io.pinion.routing.planner.show;

import io.pinion.routing.analysis.TableNames;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.rewrite.TextPosition;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.InformationSchema;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places where a statement reads tables of {@code information_schema} about databases, so that a query can
 * replace each ({@link InformationView}).
 */
public final class InformationReading {
    static final String PERFORMANCE_SCHEMA = "performance_schema";

    private static final String PROCESSLIST = "PROCESSLIST";

    /** Words that may follow a table and aren't its alias. */
    private static final Set<String> FOLLOW = Words.setOf("""
            WHERE JOIN INNER LEFT RIGHT CROSS NATURAL STRAIGHT_JOIN ON USING GROUP ORDER HAVING LIMIT UNION
            EXCEPT INTERSECT FOR LOCK INTO SET WINDOW PROCEDURE OFFSET FETCH ROWS SELECT VALUES""");

    /**
     * A table in the text.
     *
     * @param columns of the table
     * @param spellings the text's spellings of the names of columns, by their names in upper case
     */
    public record Place(
            TextPosition from,
            TextPosition to,
            InformationTable table,
            List<String> columns,
            Map<String, String> spellings) {
        public Place {
            columns = List.copyOf(columns);
            spellings = Map.copyOf(spellings);
        }

        /** On MariaDB a result's column is labelled as the query spells it. */
        String spelling(String column) {
            return spellings.getOrDefault(column, column);
        }
    }

    private final Catalog catalog;
    private final CurrentDatabase current;
    private final Statement statement;
    private final Tokens tokens;
    private final String charset;
    private final Edits edits;
    private final List<Place> places = new ArrayList<>();
    private final Set<Integer> firstTokens = new HashSet<>();

    /** Tables without an alias: FROM's spelling by their names in upper case. */
    private final Map<String, String> unnamed = new HashMap<>();

    private final Map<String, String> spellings;

    private InformationReading(Request request, Tokens tokens, Edits edits) {
        this.catalog = request.catalog();
        this.current = request.current();
        this.statement = request.statement();
        this.charset = request.session().charset();
        this.tokens = tokens;
        this.edits = edits;
        this.spellings = statement.rules().dialect() == SqlDialect.MARIADB ? columnSpellings() : Map.of();
    }

    /**
     * The places of the tables. The text around them is edited at once: aliases, and qualifiers of columns.
     *
     * @return empty for a statement that names none, and when their columns are unknown
     */
    public static List<Place> places(Request request, Tokens tokens, Edits edits) {
        if (!reads(request.statement().kind())) {
            return List.of();
        }
        InformationReading reading = new InformationReading(request, tokens, edits);
        reading.find();
        return List.copyOf(reading.places);
    }

    /** Whether the sessions are read as a table: a server would show those of all users, with numbers of its own. */
    public static boolean showsSessions(Request request, Tokens tokens) {
        String charset = request.session().charset();
        boolean mysql = request.statement().rules().dialect() == SqlDialect.MYSQL;
        boolean inside = request.current() instanceof CurrentDatabase.Whole(String database, String pair)
                && isOfSessions(database, mysql);
        // The table that a SHOW describes stands before.
        int first = request.statement().kind() == StatementKind.SHOW ? tokens.outermost(0, "WHERE") : 0;
        return first >= 0
                && tokens.has(first, tokens.count(), token -> {
                    boolean table = tokens.isName(token)
                            && tokens.name(token, charset).equalsIgnoreCase(PROCESSLIST)
                            && !tokens.isSymbol(token + 1, ".")
                            && !tokens.isSymbol(token + 1, "(");
                    boolean command = tokens.isOneOf(token - 1, "SHOW", "FULL");
                    return table
                            && (tokens.isSymbol(token - 1, ".")
                                    ? tokens.isName(token - 2) && isOfSessions(tokens.name(token - 2, charset), mysql)
                                    : inside && !command);
                });
    }

    private static boolean isOfSessions(String schema, boolean mysql) {
        return InformationSchema.is(schema) || (mysql && schema.equalsIgnoreCase(PERFORMANCE_SCHEMA));
    }

    private static boolean reads(StatementKind kind) {
        return switch (kind) {
            case SELECT, INSERT, REPLACE, UPDATE, DELETE, EXPLAIN, DO -> true;
            default -> false;
        };
    }

    /** The select lists' spellings, which become labels; for * the server's own spelling is right. */
    private Map<String, String> columnSpellings() {
        Map<String, String> found = new HashMap<>();
        boolean listed = false;
        for (int token = 0; token < tokens.count(); token++) {
            listed = tokens.isWord(token, "SELECT") || (listed && !tokens.isWord(token, "FROM"));
            if (listed && tokens.isName(token)) {
                String name = tokens.name(token, charset);
                found.putIfAbsent(name.toUpperCase(Locale.ROOT), name);
            }
        }
        return found;
    }

    private void find() {
        for (TableNames.Name name : TableNames.in(tokens, charset)) {
            InformationTable table = table(name);
            List<String> columns =
                    table == null ? null : table.columns(catalog.schema().informationColumns());
            if (table != null && columns != null) {
                add(name, table, columns);
            }
        }
        if (!places.isEmpty()) {
            requalify();
        }
    }

    private @Nullable InformationTable table(TableNames.Name name) {
        String inside = current instanceof CurrentDatabase.Whole whole ? whole.database() : "";
        String schema = name.schema() < 0 ? inside : tokens.name(name.schema(), charset);
        InformationTable table = name.name() < 0 ? null : InformationTable.named(tokens.name(name.name(), charset));
        return table != null && isOf(schema, table) ? table : null;
    }

    /** MySQL has the variables in performance_schema alone. */
    private boolean isOf(String schema, InformationTable table) {
        boolean elsewhere = table.listsVariables() && statement.rules().dialect() == SqlDialect.MYSQL;
        return elsewhere ? schema.equalsIgnoreCase(PERFORMANCE_SCHEMA) : InformationSchema.is(schema);
    }

    private void add(TableNames.Name name, InformationTable table, List<String> columns) {
        int first = name.schema() < 0 ? name.name() : name.schema();
        firstTokens.add(first);
        int end = tokens.end(name.name());
        places.add(new Place(
                TextPosition.at(tokens.start(first), statement),
                TextPosition.at(end, statement),
                table,
                columns,
                spellings));
        if (!hasAlias(name.name() + 1)) {
            String written = tokens.name(name.name(), charset);
            unnamed.put(table.name(), written);
            edits.insert(end, Piece.Fixed.of(" AS " + SqlNames.quoted(written)));
        }
    }

    private boolean hasAlias(int next) {
        return tokens.isWord(next, "AS")
                || tokens.type(next) == TokenType.QUOTED_NAME
                || (tokens.type(next) == TokenType.WORD && !tokens.isOneOf(next, FOLLOW));
    }

    /** {@code information_schema.TABLES.table_name}, and {@code tables.table_name} beside {@code FROM … TABLES}. */
    private void requalify() {
        for (int token = 0; token < tokens.count(); token++) {
            boolean qualifies =
                    tokens.isName(token) && tokens.isSymbol(token + 1, ".") && !tokens.isSymbol(token - 1, ".");
            if (!qualifies || firstTokens.contains(token)) {
                continue;
            }
            String schema = tokens.name(token, charset);
            boolean database = (InformationSchema.is(schema) || schema.equalsIgnoreCase(PERFORMANCE_SCHEMA))
                    && tokens.isSymbol(token + 3, ".");
            int table = database ? token + 2 : token;
            String alias = unnamed.get(tokens.name(table, charset).toUpperCase(Locale.ROOT));
            if (alias != null) {
                edits.replace(new Span(tokens.start(token), tokens.end(table)), Piece.Fixed.of(SqlNames.quoted(alias)));
            }
        }
    }
}
