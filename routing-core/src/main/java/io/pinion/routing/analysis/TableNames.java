package io.pinion.routing.analysis;

import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the names of tables, views and routines in a statement of any kind by its tokens alone: the grammar's words say
 * where a name stands. Works for statements too that the parser doesn't know.
 */
public final class TableNames {
    /**
     * A name where a table belongs.
     *
     * @param schema the token of the database before it, or -1
     * @param name the token of the name; -1 when only a database is named (CREATE DATABASE)
     */
    public record Name(int schema, int name) {}

    private static final Set<String> BEFORE_NAME = Words.setOf("""
            OR IF NOT EXISTS IGNORE LOW_PRIORITY HIGH_PRIORITY DELAYED QUICK TABLE LATERAL ONLY LOCAL CONCURRENT
            TABLES INTO NO_WRITE_TO_BINLOG""");
    private static final Set<String> ENDS_LIST = Words.setOf("""
            WHERE SET GROUP ORDER HAVING LIMIT EXCEPT INTERSECT SELECT WINDOW VALUES VALUE PROCEDURE PARTITION ADD
            ALTER CHANGE MODIFY ENGINE COMMENT""");

    /** Words of the lists above that, unquoted, are names in a query, or don't end a list of tables there. */
    private static final Set<String> NAMES_IN_QUERIES = Words.setOf("""
            VALUE ENGINE COMMENT MODIFY PARTITION TABLES VIEW LOCAL QUICK CONCURRENT ONLY""");

    /** The words that may follow ALTER DATABASE in place of a name. */
    private static final Set<String> DATABASE_OPTIONS =
            Set.of("CHARACTER", "CHARSET", "COLLATE", "DEFAULT", "COMMENT", "READ", "ENCRYPTION", "UPGRADE");

    private static final Set<String> FILES = Set.of("OUTFILE", "DUMPFILE");
    private static final Set<String> BEFORE_UPDATE_OF_CLAUSE = Set.of("FOR", "KEY", "ON");
    private static final Set<String> PARTS_OF_TABLES = Set.of("COLUMN", "INDEX", "KEY");
    private static final Set<String> FROM_INSIDE = Set.of("EXTRACT", "TRIM", "SUBSTRING", "SUBSTR", "MID", "OVERLAY");

    private final Tokens tokens;
    private final String charset;
    private final StatementKind kind;
    private final List<Name> names = new ArrayList<>();
    private final Deque<Boolean> outerLists = new ArrayDeque<>();
    private final Deque<Boolean> outerFunctions = new ArrayDeque<>();
    private boolean expecting;
    private boolean list;
    private boolean insideFunction;

    private TableNames(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
        this.kind = tokens.statement().kind();
    }

    /** The names in the order of the text, without those of common table expressions. */
    public static List<Name> in(Tokens tokens, String charset) {
        TableNames finder = new TableNames(tokens, charset);
        finder.find();
        return finder.names;
    }

    /** The first name that some servers take for a common table expression and others for a table; null without one. */
    public static @Nullable String unclear(Tokens tokens, String charset) {
        TableNames finder = new TableNames(tokens, charset);
        finder.findAll();
        CommonTables commonTables = new CommonTables(tokens, charset);
        return finder.names.stream()
                .filter(name -> name.schema() < 0 && name.name() >= 0 && commonTables.isUnclear(name.name()))
                .map(name -> tokens.name(name.name(), charset))
                .findFirst()
                .orElse(null);
    }

    /** Whether a word behind ALTER DATABASE is an option of the current database, not the name of one. */
    public static boolean isDatabaseOption(Tokens tokens, int token) {
        return tokens.isOneOf(token, DATABASE_OPTIONS);
    }

    private void find() {
        findAll();
        if (isQueryOrChange()) {
            CommonTables commonTables = new CommonTables(tokens, charset);
            names.removeIf(name ->
                    name.schema() < 0 && name.name() >= 0 && commonTables.meant(name.name()) != CommonTables.NONE);
        }
    }

    private void findAll() {
        begin();
        int token = 0;
        while (token < tokens.count()) {
            token = step(token);
        }
    }

    /** Sets the state that the first word alone determines. */
    private void begin() {
        switch (kind) {
            case INSERT, REPLACE, TRUNCATE, HANDLER, CALL -> expecting = true;
            case CREATE_DATABASE, ALTER_DATABASE, DROP_DATABASE -> expecting = true;
            default -> {}
        }
    }

    private int step(int token) {
        if (tokens.isSymbol(token, "(")) {
            open(token);
            return token + 1;
        }
        if (tokens.isSymbol(token, ")")) {
            close();
            return token + 1;
        }
        if (tokens.isSymbol(token, ",")) {
            expecting = expecting || list;
            return token + 1;
        }
        if (tokens.isSymbol(token, "{")) {
            // {oj …} is ODBC's outer join.
            return token + 2;
        }
        if (tokens.isSymbol(token, "=") && isOptionalEquals(token)) {
            return token + 1;
        }
        if (!tokens.isName(token)) {
            expecting = false;
            return token + 1;
        }
        if (tokens.isSymbol(token - 1, ".")) {
            return token + 1;
        }
        if (isKeyword(token)) {
            return token + 1;
        }
        if (expecting) {
            return name(token);
        }
        return token + 1;
    }

    /** Whether the {@code =} is that of a table's {@code RENAME = t} or {@code UNION = (t, u)}. */
    private boolean isOptionalEquals(int token) {
        return isTableDefinition() && (tokens.isWord(token - 1, "RENAME") || tokens.isWord(token - 1, "UNION"));
    }

    private boolean isTableDefinition() {
        return kind == StatementKind.CREATE_TABLE || kind == StatementKind.ALTER_TABLE;
    }

    private void open(int token) {
        outerLists.push(list);
        outerFunctions.push(insideFunction);
        insideFunction = token > 0 && FROM_INSIDE.contains(tokens.upper(token - 1));
        list = expecting;
    }

    private void close() {
        list = !outerLists.isEmpty() && outerLists.pop();
        insideFunction = !outerFunctions.isEmpty() && outerFunctions.pop();
        expecting = false;
    }

    /** Whether the token is a word of the grammar; updates whether a name is expected. */
    private boolean isKeyword(int token) {
        if (tokens.isSymbol(token + 1, ".") || !isUnquoted(token)) {
            return false;
        }
        String word = tokens.upper(token);
        if (isQueryOrChange() && NAMES_IN_QUERIES.contains(word)) {
            return false;
        }
        switch (word) {
            case "FROM" -> expectIf(!insideFunction && !isComparison(token), true);
            case "JOIN", "TABLE", "TABLES", "VIEW", "REFERENCES" -> expect(true);
            case "STRAIGHT_JOIN" -> expectIf(!tokens.isWord(token - 1, "SELECT"), true);
            case "INTO" -> {
                expecting = !kind.isQuery() && !tokens.isOneOf(token + 1, FILES);
                list = false;
            }
            case "UPDATE" -> expectIf(!tokens.isOneOf(token - 1, BEFORE_UPDATE_OF_CLAUSE), true);
            case "ALTER" -> {
                if (token > 0) {
                    expecting = false;
                    list = false;
                }
            }
            case "TO" -> expectIf(kind == StatementKind.RENAME_TABLE, true);
            case "RENAME" ->
                expectIf(kind == StatementKind.ALTER_TABLE && !tokens.isOneOf(token + 1, PARTS_OF_TABLES), false);
            case "UNION" -> {
                expecting = isTableDefinition() && (tokens.isSymbol(token + 1, "=") || tokens.isSymbol(token + 1, "("));
                list = false;
            }
            case "LIKE" -> expectIf(kind == StatementKind.CREATE_TABLE, false);
            case "ON" -> expectIf(kind == StatementKind.CREATE_INDEX || kind == StatementKind.DROP_INDEX, false);
            case "INSERT", "REPLACE", "TRUNCATE", "HANDLER", "CALL", "CREATE", "DROP", "DATABASE", "SCHEMA" -> {
                // The first words have no effect here: {@link #begin} has handled them.
                return token < 4 && !tokens.isSymbol(token + 1, "(");
            }
            default -> {
                if (ENDS_LIST.contains(word)) {
                    expecting = false;
                    list = false;
                    return true;
                }
                boolean behindRename = word.equals("AS") && tokens.isWord(token - 1, "RENAME");
                return expecting && (behindRename || BEFORE_NAME.contains(word));
            }
        }
        return true;
    }

    /** {@code IS DISTINCT FROM}. */
    private boolean isComparison(int from) {
        return tokens.isWord(from - 1, "DISTINCT") && tokens.isOneOf(from - 2, "IS", "NOT");
    }

    private boolean isQueryOrChange() {
        return kind.isQuery() || kind.changesRows() || kind == StatementKind.EXPLAIN;
    }

    private void expectIf(boolean named, boolean several) {
        if (named) {
            expect(several);
        }
    }

    private void expect(boolean several) {
        expecting = true;
        list = several;
    }

    private int name(int token) {
        expecting = false;
        if (kind == StatementKind.CREATE_DATABASE
                || kind == StatementKind.ALTER_DATABASE
                || kind == StatementKind.DROP_DATABASE) {
            boolean option = kind == StatementKind.ALTER_DATABASE && isDatabaseOption(tokens, token);
            names.add(option ? new Name(-1, token) : new Name(token, -1));
            return token + 1;
        }
        if (tokens.isSymbol(token + 1, ".") && tokens.isName(token + 2)) {
            names.add(new Name(token, token + 2));
            return behindAlias(token + 3);
        }
        boolean function = tokens.isSymbol(token + 1, "(") && kind.isQuery();
        boolean dual = tokens.isWord(token, "DUAL");
        if (!function && !dual) {
            names.add(new Name(-1, token));
        }
        return function ? token + 1 : behindAlias(token + 1);
    }

    /** An alias may be a word that means something elsewhere: {@code FROM t comment, u}. */
    private int behindAlias(int token) {
        if (!isQueryOrChange()) {
            return token;
        }
        int alias = tokens.isWord(token, "AS") ? token + 1 : token;
        boolean names = tokens.isName(alias) && (!isUnquoted(alias) || !Grammar.isWord(tokens.upper(alias)));
        return names ? alias + 1 : token;
    }

    private boolean isUnquoted(int token) {
        return tokens.type(token) == TokenType.WORD;
    }
}
