package io.pinion.server.session;

import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.util.Locale;
import java.util.Set;

/** The few flags of {@code sql_mode} that change how a statement's bytes are read. */
public final class SqlMode {
    /** What servers start with: none of these flags. */
    public static final SqlMode DEFAULT = new SqlMode(SqlModeFlags.DEFAULT);

    private static final Set<String> ANSI_LIKE = Set.of("ANSI", "DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL");

    /**
     * By these MariaDB reads other quotes ({@code [name]}), blocks, sequences and operators, and NOT binds otherwise; Pinion
     * doesn't know their grammars.
     */
    private static final Set<String> UNREAD =
            Set.of("DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL", "MYSQL323", "MYSQL40", "HIGH_NOT_PRECEDENCE");

    /** Of MySQL 5.7 to 9.7 and MariaDB 10.6 to 11.8, besides those above. */
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

    private final SqlModeFlags flags;

    private SqlMode(SqlModeFlags flags) {
        this.flags = flags;
    }

    /** Whether the value is a list of modes by their names; numbers, and names of other versions, only a server can read. */
    static boolean isList(String value) {
        for (String name : value.split(",", -1)) {
            if (!name.isEmpty() && !isKnown(name.toUpperCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    /**
     * A mode that isn't in the lists counts as one whose rules aren't known.
     *
     * @param value a list of names, in quotes or not
     */
    public static SqlMode of(String value) {
        boolean ansiQuotes = false;
        boolean noBackslashEscapes = false;
        boolean pipesAsConcat = false;
        boolean ignoreSpace = false;
        boolean noAutoValueOnZero = false;
        String unknownMode = "";
        for (String word : SettingText.unquoted(value).split(",", -1)) {
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
        return new SqlMode(new SqlModeFlags(
                ansiQuotes, noBackslashEscapes, pipesAsConcat, ignoreSpace, noAutoValueOnZero, unknownMode, false));
    }

    private static boolean isKnown(String name) {
        return ANSI_LIKE.contains(name) || OTHERS.contains(name);
    }

    public SqlModeFlags flags() {
        return flags;
    }

    /** Clients choose how to escape by it, so it is a status flag in every answer. */
    public boolean noBackslashEscapes() {
        return flags.noBackslashEscapes();
    }
}
