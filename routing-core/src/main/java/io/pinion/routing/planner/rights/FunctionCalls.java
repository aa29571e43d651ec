package io.pinion.routing.planner.rights;

import io.pinion.routing.analysis.TableNames;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Keyword;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls of stored functions, found by tokens alone. A server looks up an unqualified function in its connection's
 * current database, so that such a call is a name like that of a table. A name may be taken for a call by mistake, but
 * no call is missed.
 */
public final class FunctionCalls {
    /**
     * Words that may stand before a parenthesis and can't be a function's name without quotes: reserved by both
     * families.
     */
    private static final Set<String> RESERVED = Words.setOf("""
            ALL AND AS BETWEEN BIGINT BINARY BLOB BY CALL CASE CHARACTER DECIMAL DISTINCT DISTINCTROW DIV
            DOUBLE ELSE EXCEPT EXISTS FLOAT FROM GROUP HAVING IN INDEX INT INTEGER INTERSECT INTO IS JOIN
            KEY LIKE LIMIT LINES MEDIUMINT NOT NUMERIC ON OR OVER PARTITION REGEXP RLIKE SELECT SET SMALLINT
            STRAIGHT_JOIN THEN TINYINT UNION UPDATE USING VARBINARY VARCHAR WHEN WHERE XOR""");

    private static final Set<String> SEQUENCES = Set.of("NEXTVAL", "LASTVAL", "SETVAL");

    private static final Set<String> SERVERS_SCHEMAS = Set.of("mariadb_schema", "oracle_schema", "maxdb_schema");

    /** Constructs of MySQL's grammar that look like calls. */
    private static final Set<String> CONSTRUCTS = Set.of("LATERAL", "ROLLUP", "CUBE", "ANALYSE");

    private final Tokens tokens;
    private final String charset;
    private final SqlDialect dialect;
    private final Set<Integer> tableNames = new HashSet<>();

    private FunctionCalls(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
        this.dialect = tokens.statement().rules().dialect();
        for (TableNames.Name name : TableNames.in(tokens, charset)) {
            tableNames.add(name.name());
        }
    }

    /** The first function, or sequence, that is looked up in the current database; null when there is none. */
    public static @Nullable String unqualified(Tokens tokens, String charset) {
        if (!mayCall(tokens.statement().kind())) {
            return null;
        }
        FunctionCalls calls = new FunctionCalls(tokens, charset);
        for (int token = 1; token < tokens.count(); token++) {
            if (calls.isUnqualified(token)) {
                return tokens.name(token, charset);
            }
        }
        return null;
    }

    /** Whether the statement calls a function that isn't built into servers. */
    public static boolean any(Tokens tokens) {
        if (unqualified(tokens, "ascii") != null) {
            return true;
        }
        List<Integer> databases = databases(tokens);
        if (databases.isEmpty()) {
            return false;
        }
        // INSERT INTO db.t (a, b) looks like a call.
        Set<Integer> tableNames = new FunctionCalls(tokens, "ascii").tableNames;
        return databases.stream().anyMatch(database -> !tableNames.contains(database + 2));
    }

    /** Whether every name before a parenthesis is a built-in function's, in a statement of any kind. */
    static boolean serversOwnAlone(Tokens tokens) {
        FunctionCalls calls = new FunctionCalls(tokens, "ascii");
        return !tokens.has(token -> tokens.isName(token)
                && tokens.isSymbol(token + 1, "(")
                && (tokens.isSymbol(token - 1, ".") || !calls.isKnown(token)));
    }

    /** The tokens of databases that qualify a call, or the name of an object defined with parameters or columns. */
    public static List<Integer> databases(Tokens tokens) {
        List<Integer> found = new ArrayList<>();
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isName(token)
                    && tokens.isSymbol(token + 1, ".")
                    && tokens.isName(token + 2)
                    && tokens.isSymbol(token + 3, "(")
                    && !tokens.isSymbol(token - 1, ".")) {
                found.add(token);
            }
        }
        return found;
    }

    /**
     * Whether MariaDB's schema of its own functions (https://mariadb.com/kb/en/mariadb_schema/) stands before one whose
     * answer depends on the session or on the moment.
     */
    public static boolean qualifiesServersOwn(Tokens tokens) {
        return tokens.statement().rules().dialect() == SqlDialect.MARIADB
                && databases(tokens).stream()
                        .anyMatch(database -> SERVERS_SCHEMAS.contains(
                                        tokens.name(database, "ascii").toLowerCase(Locale.ROOT))
                                && Keyword.isFunction(tokens.name(database + 2, "ascii")));
    }

    /** Whether a name before a parenthesis is a word of the grammar that looks like a call. */
    static boolean isConstruct(String called) {
        return CONSTRUCTS.contains(called.toUpperCase(Locale.ROOT));
    }

    private static boolean mayCall(StatementKind kind) {
        return switch (kind) {
            case SELECT, VALUES, INSERT, REPLACE, UPDATE, DELETE, LOAD_DATA, DO, CALL, SET, EXPLAIN, UNKNOWN -> true;
            default -> false;
        };
    }

    private boolean isUnqualified(int token) {
        if (!tokens.isName(token) || tokens.isSymbol(token - 1, ".")) {
            return false;
        }
        if (isSequence(token)) {
            return true;
        }
        return tokens.isSymbol(token + 1, "(") && mayBeCall(token) && !isKnown(token);
    }

    /** No call follows AS, an operand or WITH: there it is an alias, a type or a common table with its columns. */
    private boolean mayBeCall(int token) {
        int before = token - 1;
        boolean operand =
                tokens.isSymbol(before, ")") || tokens.type(before).isLiteral() || tableNames.contains(before);
        return !operand
                && !tableNames.contains(token)
                && !tokens.isWord(before, "AS")
                && !tokens.isWord(before, "WITH")
                && !tokens.isWord(before, "RECURSIVE")
                && !isCommonTable(token)
                && !isCharset(token);
    }

    /** {@code LOAD DATA … CHARACTER SET name (columns)}. */
    private boolean isCharset(int token) {
        return tokens.isWord(token - 1, "CHARSET")
                || (tokens.isWord(token - 1, "SET") && tokens.isOneOf(token - 2, "CHARACTER", "CHAR"));
    }

    /** {@code name (a, b) AS (}. */
    private boolean isCommonTable(int token) {
        int close = token + 2;
        while (tokens.isName(close) || tokens.isSymbol(close, ",")) {
            close++;
        }
        return tokens.isSymbol(close, ")") && tokens.isWord(close + 1, "AS") && tokens.isSymbol(close + 2, "(");
    }

    private boolean isKnown(int token) {
        String name = tokens.name(token, charset);
        if (NativeFunctions.contains(dialect, name)) {
            return true;
        }
        String upper = name.toUpperCase(Locale.ROOT);
        boolean quantifies = (upper.equals("ANY") || upper.equals("SOME"))
                && tokens.type(token - 1) == TokenType.SYMBOL
                && (tokens.isWord(token + 2, "SELECT") || tokens.isSymbol(token + 2, "("));
        boolean member = upper.equals("OF") && tokens.isWord(token - 1, "MEMBER");
        return tokens.type(token) == TokenType.WORD && (RESERVED.contains(upper) || quantifies || member);
    }

    /** {@code NEXTVAL(s)}, {@code NEXT VALUE FOR s} without the sequence's database. */
    private boolean isSequence(int token) {
        boolean function = tokens.isSymbol(token - 1, "(") && tokens.isOneOf(token - 2, SEQUENCES);
        boolean standard = tokens.isWord(token - 1, "FOR") && tokens.isWord(token - 2, "VALUE");
        return (function || standard) && !tokens.isSymbol(token + 1, ".");
    }
}
