package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds texts that servers store or log in another form, which is read otherwise later.
 *
 * <p>MySQL 9.7 writes a string of a view with its backslashes doubled byte by byte, even where the byte is the second
 * of a character (0x815C in sjis, cp932, gbk and gb18030, 0xA45C in big5). When the view is read again, the string's
 * author decides where the string ends, and the rest of it is code. Strings with an introducer are written correctly.
 *
 * <p>For CREATE TABLE … LIKE a temporary table, and for CREATE TABLE … SELECT, both products log the text of SHOW
 * CREATE TABLE, in utf8, as if it were in the client's character set and sql_mode; a replica runs it with every right.
 * In gbk the last byte of a character and a backquote behind it are one character; without backslash escapes a quote in
 * a string ends it (MySQL 9.7, MariaDB 10.11 and 11.4). MariaDB 11.4.5 shows options of tables as they were written: a
 * value in backquotes without these, and one of an unknown option in a comment, which it may end.
 */
final class RewrittenTexts {
    /** Behind CREATE TABLE these words tell that rows or columns come from elsewhere. */
    private static final Set<String> COPYING = Set.of("LIKE", "SELECT", "VALUES", "WITH", "TABLE");

    /** The signs that servers take between an option and its value. */
    private static final Set<String> EQUALS = Set.of("=", ":=");

    /** The words that may stand directly before TABLE where it is made or altered. */
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

    /** The token before {@link #word}. */
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

    /** Null for nearly all texts. */
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
        if (rules.dialect() != SqlDialect.MYSQL || !rules.charset().hasTrailsOfAscii()) {
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
        if (!otherwise && rules.dialect() == SqlDialect.MYSQL) {
            return null;
        }
        Lexer lexer = new Lexer();
        lexer.begin(text, from, end, rules);
        for (TokenType type = lexer.nextOfCode(); type != TokenType.END; type = lexer.nextOfCode()) {
            String token = new String(text, lexer.start(), lexer.end() - lexer.start(), StandardCharsets.ISO_8859_1);
            if (isRewritten(type, token, otherwise)) {
                return TextProblem.REWRITTEN_TABLE;
            }
            wordBefore = word;
            word = token.toUpperCase(Locale.ROOT);
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
        return rules.dialect() == SqlDialect.MARIADB && EQUALS.contains(word) && isOptionOfItsUser(type, token);
    }

    /**
     * Recognises CREATE or ALTER, a few words, and TABLE; or CREATE INDEX, whose options are the table's, since it
     * alters the table.
     */
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

    /** The first two depths are those of the table and of its columns and partitions; expressions are deeper. */
    private boolean isOptionOfItsUser(TokenType type, String token) {
        return switch (type) {
            case QUOTED_NAME -> depth <= 1;
            case STRING ->
                !wordBefore.equals("COMMENT") && token.replace("\\", "").contains("*/");
            default -> false;
        };
    }
}
