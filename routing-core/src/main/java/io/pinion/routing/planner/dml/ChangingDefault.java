package io.pinion.routing.planner.dml;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/** A column's default that has another value on each server, or on each connection. */
public final class ChangingDefault {
    private static final Set<Mention> CHANGING = EnumSet.of(
            Mention.RANDOM,
            Mention.USER_VARIABLE,
            Mention.SYSTEM_VARIABLE,
            Mention.VERSION,
            Mention.SEQUENCE,
            Mention.ROWNUM,
            Mention.WAITS,
            Mention.USER,
            Mention.DATABASE,
            Mention.CONNECTION_ID,
            Mention.USER_LOCK,
            Mention.LAST_INSERT_ID,
            Mention.FOUND_ROWS,
            Mention.ROW_COUNT);

    /** Any key is good, since the fingerprint isn't used. */
    private static final FingerprintKey NO_KEY = new FingerprintKey(0, 0);

    /** MariaDB takes more as a default than MySQL, which has no variables there; names may stand apart from parentheses. */
    private static final TextRules RULES =
            new TextRules(false, false, false, true, CharsetClass.ASCII_SAFE, SqlDialect.MARIADB, 110_400);

    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)", Pattern.DOTALL);

    private ChangingDefault() {}

    /** Whether the column's default, as its server prints it, is one. */
    public static boolean isOf(Column column) {
        // MySQL prints an expression as a string would be written: concat(_utf8mb4\'a\',uuid()).
        boolean escaped = column.extra().contains("DEFAULT_GENERATED");
        return column.defaultValue()
                .map(value -> escaped ? ESCAPED.matcher(value).replaceAll("$1") : value)
                .filter(ChangingDefault::isIn)
                .isPresent();
    }

    private static boolean isIn(String value) {
        byte[] text = ("SELECT " + value).getBytes(StandardCharsets.UTF_8);
        Statement read = new SqlTokenizer(NO_KEY, ShardNames.NONE).scan(text, RULES);
        return CHANGING.stream().anyMatch(read::mentions) || CopyPlanning.differentMoment(Tokens.of(read)) != null;
    }

    /** Whether a statement states one, behind the word DEFAULT of a column. */
    public static boolean isIn(Tokens tokens) {
        return tokens.has(token -> tokens.isWord(token, "DEFAULT") && isIn(value(tokens, token + 1)));
    }

    /** What stands up to the next comma, with names as they are read. */
    private static String value(Tokens tokens, int from) {
        StringBuilder value = new StringBuilder();
        int end = from;
        while (end < tokens.count() && !tokens.isSymbol(end, ",")) {
            end = tokens.next(end);
        }
        for (int token = from; token < end; token++) {
            value.append(tokens.isName(token) ? tokens.name(token, "latin1") : tokens.text(token))
                    .append(' ');
        }
        return value.toString();
    }
}
