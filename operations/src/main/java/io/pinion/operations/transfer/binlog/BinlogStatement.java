package io.pinion.operations.transfer.binlog;

import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The text of a statement in a binary log, where rows are logged as rows: transactions, and what changes definitions.
 *
 * @param database the default database of its session; may be empty
 */
record BinlogStatement(String database, String text) {
    private static final int VERSION = 999_999;

    private static final Set<String> DEFINING = Set.of("ALTER", "CREATE", "DROP", "RENAME", "TRUNCATE");

    /** Rows that are logged as a statement: a session may have another binlog_format than the server. */
    private static final Set<String> WRITING =
            Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "LOAD", "WITH", "CALL", "DO");

    private static final Set<String> OF_TABLES = Set.of("TABLE", "TABLES", "INDEX", "DATABASE", "SCHEMA");

    /** Words that may be between the verb and the kind of the object. */
    private static final Set<String> BETWEEN =
            Set.of("OR", "REPLACE", "IGNORE", "ONLINE", "OFFLINE", "UNIQUE", "FULLTEXT", "SPATIAL");

    private static final int LONGEST_SHOWN = 300;

    /** A statement that begins or ends a transaction, or belongs into one. */
    enum Kind {
        BEGIN,
        COMMIT,
        ROLLBACK,
        XA_START,
        XA_END,
        XA_COMMIT,
        XA_ROLLBACK,
        OTHER
    }

    Kind kind() {
        String start = text.strip().toUpperCase(Locale.ROOT);
        for (Kind kind : List.of(Kind.XA_START, Kind.XA_END, Kind.XA_COMMIT, Kind.XA_ROLLBACK)) {
            if (start.startsWith(kind.name().replace('_', ' '))) {
                return kind;
            }
        }
        return switch (start) {
            case "BEGIN" -> Kind.BEGIN;
            case "COMMIT" -> Kind.COMMIT;
            case "ROLLBACK" -> Kind.ROLLBACK;
            default -> Kind.OTHER;
        };
    }

    /** The name of the XA transaction, of a statement about one. */
    String branch() {
        String[] words = text.strip().split("\\s+", 3);
        return words.length < 3 ? "" : words[2].replaceAll("\\s", "").toUpperCase(Locale.ROOT);
    }

    /**
     * Whether it may change tables of one of the databases, or their rows.
     *
     * @param followed the names of the tables that are followed, all of which are there; others are no matter
     */
    boolean touches(Collection<String> databases, Collection<String> followed) {
        Tokens tokens = tokens();
        if (tokens.count() == 0 || !isConcerned(tokens)) {
            return false;
        }
        String first = word(tokens, 0);
        if (WRITING.contains(first)) {
            return databases.contains(database) || names(tokens, 1, databases);
        }
        if (!DEFINING.contains(first)) {
            return false;
        }
        int object = 1;
        while (BETWEEN.contains(word(tokens, object))) {
            object++;
        }
        String kind = word(tokens, object);
        if (!OF_TABLES.contains(kind) && !first.equals("TRUNCATE")) {
            return false;
        }
        if (leavesAlone(tokens, first, object, followed)) {
            return false;
        }
        boolean whole = kind.equals("DATABASE") || kind.equals("SCHEMA");
        if (whole && !first.equals("DROP")) {
            return false;
        }
        return (databases.contains(database) && !whole && !isQualified(tokens, object + 1))
                || names(tokens, object, databases);
    }

    /** What an application says each time it starts, or of tables that stay behind. */
    private boolean leavesAlone(Tokens tokens, String first, int object, Collection<String> followed) {
        String kind = word(tokens, object);
        if (first.equals("CREATE") && kind.equals("TABLE")) {
            int name = tokens.isSymbol(object + 5, ".") ? object + 6 : object + 4;
            return tokens.isWord(object + 1, "IF") && isOneOf(tokens, name, followed);
        }
        boolean ofNamed =
                switch (first) {
                    case "TRUNCATE" -> true;
                    case "DROP" ->
                        kind.equals("INDEX") || (kind.startsWith("TABLE") && tokens.isWord(object + 1, "IF"));
                    case "CREATE" -> kind.equals("INDEX");
                    // Under another name it is one that nobody has said anything of.
                    case "ALTER" -> kind.equals("TABLE") && !isThere(tokens, "RENAME") && !isThere(tokens, "EXCHANGE");
                    default -> false;
                };
        // Under ANSI_QUOTES these are names.
        return ofNamed
                && text.indexOf('"') < 0
                && IntStream.range(object, tokens.count()).noneMatch(token -> isOneOf(tokens, token, followed));
    }

    private static boolean isThere(Tokens tokens, String word) {
        return IntStream.range(0, tokens.count()).anyMatch(token -> tokens.isWord(token, word));
    }

    private static boolean isOneOf(Tokens tokens, int token, Collection<String> names) {
        return tokens.isName(token) && names.stream().anyMatch(tokens.name(token, "utf8mb4")::equalsIgnoreCase);
    }

    /** Cheap words for what changes no table: temporary tables are in no other session. */
    private static boolean isConcerned(Tokens tokens) {
        return !tokens.isWord(1, "TEMPORARY") && !tokens.isWord(3, "TEMPORARY");
    }

    private Tokens tokens() {
        Statement statement = new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE)
                .scan(text.getBytes(StandardCharsets.UTF_8), TextRules.defaults(SqlDialect.MYSQL, VERSION));
        return Tokens.of(statement);
    }

    private static String word(Tokens tokens, int token) {
        return token < tokens.count() ? tokens.text(token).toUpperCase(Locale.ROOT) : "";
    }

    /** Whether the first name has its database before it. */
    private static boolean isQualified(Tokens tokens, int from) {
        int name = from;
        while (List.of("IF", "NOT", "EXISTS", "TABLE").contains(word(tokens, name))) {
            name++;
        }
        return tokens.isSymbol(name + 1, ".");
    }

    /** Whether a name of one of the databases is in it. */
    private static boolean names(Tokens tokens, int from, Collection<String> databases) {
        for (int token = from; token < tokens.count(); token++) {
            if (tokens.isName(token) && databases.contains(tokens.name(token, "utf8mb4"))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
    }
}
