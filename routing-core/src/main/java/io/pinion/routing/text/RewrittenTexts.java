package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Dialect;
import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds texts that servers write down in words of their own, which are read otherwise later.
 *
 * <p>MySQL writes a string of a view with its backslashes doubled byte by byte, also where the byte is the second of a character
 * (0x815C in sjis, cp932, gbk and gb18030, 0xA45C in big5): read again, the string ends where it pleases its author, and what follows
 * is code (9.7). Strings with an introducer are written as they should be.
 *
 * <p>Of CREATE TABLE … LIKE a temporary table, and of CREATE TABLE … SELECT, both products log what SHOW CREATE TABLE says, in utf8,
 * as if it were in the client's character set and sql_mode; a server that follows runs it with every right. In gbk the last byte of a
 * character and a backquote behind it are one; without backslash escapes a quote in a string ends it (MySQL 9.7, MariaDB 10.11 and
 * 11.4). MariaDB 11.4.5 shows options of tables as they were written: a value in backquotes without these, and one of an unknown
 * option in a comment, which it may end.
 */
final class RewrittenTexts {
    /** Behind CREATE TABLE they tell that it has rows or columns from elsewhere. */
    private static final Set<String> COPYING = Set.of("LIKE", "SELECT", "VALUES", "WITH", "TABLE");

    /** Between an option and its value servers take both. */
    private static final Set<String> EQUALS = Set.of("=", ":=");

    /** What may stand directly before TABLE where it is made or altered. */
    private static final Set<String> BEFORE_TABLE =
            Set.of("CREATE", "ALTER", "TEMPORARY", "REPLACE", "ONLINE", "OFFLINE", "IGNORE");

    private static final Set<String> BEFORE_INDEX = Set.of("CREATE", "REPLACE", "UNIQUE", "FULLTEXT", "SPATIAL");

    private final TextRules rules;
    private final byte[] text;
    private final int from;
    private final int end;
    private final boolean body;

    /** The token before the current one, in upper case. */
    private String word = "";

    /** The one before that. */
    private String wordBefore = "";

    private boolean creates;
    private boolean defines;
    private int depth;

    private RewrittenTexts(byte[] text, int from, int end, boolean body, TextRules rules) {
        this.text = text;
        this.from = from;
        this.end = end;
        this.body = body;
        this.rules = rules;
    }

    /** Null for nearly all. */
    static @Nullable TextProblem problem(byte[] text, int from, int end, StatementKind kind, TextRules rules) {
        return switch (kind) {
            case VIEW -> hasBackslashOfView(text, from, end, rules) ? TextProblem.BACKSLASH_IN_VIEW : null;
            case CREATE_TABLE, ALTER_TABLE, CREATE_INDEX, SET_STATEMENT ->
                new RewrittenTexts(text, from, end, false, rules).ofTables();
            case ROUTINE, COMPOUND ->
                hasBackslashOfView(text, from, end, rules)
                        ? TextProblem.BACKSLASH_IN_VIEW
                        : new RewrittenTexts(text, from, end, true, rules).ofTables();
            default -> null;
        };
    }

    private static boolean hasBackslashOfView(byte[] text, int from, int end, TextRules rules) {
        if (rules.dialect() != Dialect.MYSQL || !rules.charset().hasTrailsOfAscii()) {
            return false;
        }
        for (int at = from; at < end; at += rules.charset().length(text, at, end)) {
            if (rules.charset().length(text, at, end) == 2 && text[at + 1] == '\\') {
                return true;
            }
        }
        return false;
    }

    private @Nullable TextProblem ofTables() {
        boolean otherwise = rules.charset().hasTrailsOfAscii() || rules.noBackslashEscapes();
        if (!otherwise && rules.dialect() == Dialect.MYSQL) {
            return null;
        }
        Lexer lexer = new Lexer();
        lexer.begin(text, from, end, rules);
        for (TokenType type = lexer.next(); type != TokenType.END; type = lexer.next()) {
            switch (type) {
                case COMMENT, OPTIMIZER_HINT, VERSION_COMMENT_BEGIN, VERSION_COMMENT_END -> {}
                default -> {
                    String token =
                            new String(text, lexer.start(), lexer.end() - lexer.start(), StandardCharsets.ISO_8859_1);
                    if (isRewritten(type, token, otherwise)) {
                        return TextProblem.REWRITTEN_TABLE;
                    }
                    wordBefore = word;
                    word = token.toUpperCase(Locale.ROOT);
                }
            }
        }
        return null;
    }

    private boolean isRewritten(TokenType type, String token, boolean otherwise) {
        String upper = type == TokenType.WORD ? token.toUpperCase(Locale.ROOT) : "";
        if (type == TokenType.SYMBOL) {
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            defines &= !token.equals(";");
        }
        if (!defines) {
            begins(upper);
            return defines && creates && body && otherwise;
        }
        if (upper.equals("SELECT")) {
            defines = false;
        }
        if (creates && otherwise && COPYING.contains(upper)) {
            return true;
        }
        return rules.dialect() == Dialect.MARIADB && EQUALS.contains(word) && isOptionOfItsUser(type, token);
    }

    /** CREATE or ALTER, a few words, and TABLE; or CREATE INDEX, whose options are the table's, which it alters. */
    private void begins(String upper) {
        switch (upper) {
            case "CREATE", "ALTER" -> {
                creates = upper.equals("CREATE");
                depth = 0;
            }
            case "TABLE" -> defines = BEFORE_TABLE.contains(word);
            case "INDEX" -> {
                defines = BEFORE_INDEX.contains(word);
                creates = false;
            }
            default -> {}
        }
    }

    /** The first two depths are those of the table and of its columns and partitions; deeper are expressions. */
    private boolean isOptionOfItsUser(TokenType type, String token) {
        return switch (type) {
            case QUOTED_NAME -> depth <= 1;
            case STRING ->
                !wordBefore.equals("COMMENT") && token.replace("\\", "").contains("*/");
            default -> false;
        };
    }
}
