package io.pinion.routing.text.lexer;

import org.jspecify.annotations.Nullable;

/**
 * The rules that, besides the bytes, decide the tokens of a text. Two equal texts under different rules have different
 * fingerprints.
 *
 * @param ansiQuotes sql_mode ANSI_QUOTES: {@code "x"} is a name
 * @param noBackslashEscapes sql_mode NO_BACKSLASH_ESCAPES: a backslash in a string is a backslash
 * @param pipesAsConcat sql_mode PIPES_AS_CONCAT: {@code ||} concatenates
 * @param ignoreSpace sql_mode IGNORE_SPACE: a function's name may stand apart from its parenthesis
 * @param charset the client's character set, as far as it changes the bytes inside strings and names
 * @param dialect the server's family
 * @param serverVersion as version comments write it: 80036 for 8.0.36, 101119 for 10.11.19
 * @param unknownMode the sql_mode has a mode whose rules aren't known: only the simplest texts can be read
 */
public record TextRules(
        boolean ansiQuotes,
        boolean noBackslashEscapes,
        boolean pipesAsConcat,
        boolean ignoreSpace,
        CharsetClass charset,
        SqlDialect dialect,
        int serverVersion,
        boolean unknownMode) {

    /** Rules of a known sql_mode. */
    public TextRules(
            boolean ansiQuotes,
            boolean noBackslashEscapes,
            boolean pipesAsConcat,
            boolean ignoreSpace,
            CharsetClass charset,
            SqlDialect dialect,
            int serverVersion) {
        this(ansiQuotes, noBackslashEscapes, pipesAsConcat, ignoreSpace, charset, dialect, serverVersion, false);
    }

    /** The rules of a server's default sql_mode and a utf8mb4 client. */
    public static TextRules defaults(SqlDialect dialect, int serverVersion) {
        return new TextRules(false, false, false, false, CharsetClass.ASCII_SAFE, dialect, serverVersion);
    }

    /** All components in one number, mixed into every fingerprint. */
    public long seed() {
        int flags = (ansiQuotes ? 1 : 0)
                | (noBackslashEscapes ? 2 : 0)
                | (pipesAsConcat ? 4 : 0)
                | (ignoreSpace ? 8 : 0)
                | (dialect == SqlDialect.MARIADB ? 16 : 0)
                | (unknownMode ? 32 : 0)
                | (charset.code() << 8);
        return ((long) serverVersion << 32) | flags;
    }

    /** The reason why these rules allow no reading of any text; null when they do. */
    @Nullable
    public TextProblem unknown() {
        if (unknownMode) {
            return TextProblem.UNKNOWN_SQL_MODE;
        }
        return charset == CharsetClass.UNKNOWN ? TextProblem.UNKNOWN_CHARSET : null;
    }

    /** Whether the inside of {@code /*!version … *}{@code /} is code on this server. */
    boolean isCode(int version, boolean mariaDbComment) {
        if (dialect == SqlDialect.MYSQL) {
            return !mariaDbComment && version <= serverVersion;
        }
        // MariaDB skips the inside of comments for MySQL 5.7 and later, whose features have other version numbers.
        return version <= serverVersion && (mariaDbComment || version < 50700 || version > 99999);
    }
}
