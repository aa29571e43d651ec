package io.pinion.server.session;

import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.util.Locale;
import java.util.Set;

/** The few flags of {@code sql_mode} that change how a statement's bytes are parsed. */
public final class SqlMode {

    private static final Set<String> ANSI_LIKE = Set.of("ANSI", "DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL");

    /**
     * Modes with grammars that Pinion doesn't know: MariaDB then parses other quotes ({@code [name]}), blocks,
     * sequences and operators, or gives NOT another precedence.
     */
    private static final Set<String> UNREAD =
            Set.of("DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL", "MYSQL323", "MYSQL40", "HIGH_NOT_PRECEDENCE");

    /** Further modes of MySQL 5.7 to 9.7 and MariaDB 10.6 to 11.8. */
    private static final Set<String> OTHERS = Set.of(
            "ALLOW_INVALID_DATES",
            "ANSI_QUOTES",
            "EMPTY_STRING_IS_NULL",
            "ERROR_FOR_DIVISION_BY_ZERO",
            "HIGH_NOT_PRECEDENCE",
            "IGNORE_BAD_TABLE_OPTIONS",
            "IGNORE_SPACE",
            "MYSQL323",
            "MYSQL40",
            "NO_AUTO_CREATE_USER",
            "NO_AUTO_VALUE_ON_ZERO",
            "NO_BACKSLASH_ESCAPES",
            "NO_DIR_IN_CREATE",
            "NO_ENGINE_SUBSTITUTION",
            "NO_FIELD_OPTIONS",
            "NO_KEY_OPTIONS",
            "NO_TABLE_OPTIONS",
            "NO_UNSIGNED_SUBTRACTION",
            "NO_ZERO_DATE",
            "NO_ZERO_IN_DATE",
            "ONLY_FULL_GROUP_BY",
            "PAD_CHAR_TO_FULL_LENGTH",
            "PIPES_AS_CONCAT",
            "REAL_AS_FLOAT",
            "SIMULTANEOUS_ASSIGNMENT",
            "STRICT_ALL_TABLES",
            "STRICT_TRANS_TABLES",
            "TIME_ROUND_FRACTIONAL",
            "TIME_TRUNCATE_FRACTIONAL",
            "TRADITIONAL");

    private SqlMode() {}

    /** Whether the value is a list of known modes by their names; a number or an unknown name needs the server. */
    static boolean isList(String value) {
        for (String name : value.split(",", -1)) {
            if (!name.isEmpty() && !isKnown(name.toUpperCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Parses the value; an unknown name counts as a mode with an unknown grammar.
     *
     * @param value a list of names, in quotes or not
     */
    public static SqlModeFlags of(String value) {
        boolean ansiQuotes = false;
        boolean noBackslashEscapes = false;
        boolean pipesAsConcat = false;
        boolean ignoreSpace = false;
        boolean noAutoValueOnZero = false;
        String unknownMode = "";
        for (String word : SetLiterals.unquoted(value).split(",", -1)) {
            String name = word.strip().toUpperCase(Locale.ROOT);
            boolean ansi = ANSI_LIKE.contains(name);
            ansiQuotes |= ansi || name.equals("ANSI_QUOTES");
            pipesAsConcat |= ansi || name.equals("PIPES_AS_CONCAT");
            ignoreSpace |= ansi || name.equals("IGNORE_SPACE");
            noAutoValueOnZero |= name.equals("NO_AUTO_VALUE_ON_ZERO");
            noBackslashEscapes |= name.equals("NO_BACKSLASH_ESCAPES");
            boolean read = name.isEmpty() || (isKnown(name) && !UNREAD.contains(name));
            unknownMode = unknownMode.isEmpty() && !read ? name : unknownMode;
        }
        return new SqlModeFlags(
                ansiQuotes, noBackslashEscapes, pipesAsConcat, ignoreSpace, noAutoValueOnZero, unknownMode, false);
    }

    private static boolean isKnown(String name) {
        return ANSI_LIKE.contains(name) || OTHERS.contains(name);
    }
}
