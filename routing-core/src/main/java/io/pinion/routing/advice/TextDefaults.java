package io.pinion.routing.advice;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The collation of a table's columns that state none.
 *
 * @param collation of the table
 */
record TextDefaults(String collation, SqlDialect dialect) {

    /** @param from the first token behind the table's columns */
    static TextDefaults of(Tokens tokens, int from, SqlDialect dialect) {
        String charset = "utf8mb4";
        String collation = null;
        for (int token = from; token < tokens.count(); token++) {
            int value = tokens.isSymbol(token + 1, "=") ? token + 2 : token + 1;
            if (tokens.isWord(token, "CHARSET") || (tokens.isWord(token, "SET") && !tokens.isSymbol(token, "="))) {
                charset = plain(tokens.text(Math.min(value, tokens.count() - 1)));
            } else if (tokens.isWord(token, "COLLATE")) {
                collation = plain(tokens.text(Math.min(value, tokens.count() - 1)));
            }
        }
        return new TextDefaults(collation == null ? ofCharset(charset, dialect) : collation, dialect);
    }

    /** The collation of a column of text. */
    String of(@Nullable String charset, @Nullable String stated) {
        if (stated != null) {
            return stated;
        }
        return charset == null ? collation : ofCharset(charset, dialect);
    }

    /** The default of a character set, which servers leave out when they print a table. */
    private static String ofCharset(String charset, SqlDialect dialect) {
        return switch (charset) {
            case "utf8mb4" -> dialect == SqlDialect.MYSQL ? "utf8mb4_0900_ai_ci" : "utf8mb4_general_ci";
            case "latin1" -> "latin1_swedish_ci";
            case "binary" -> "binary";
            case "utf8" -> "utf8mb3_general_ci";
            default -> charset + "_general_ci";
        };
    }

    static String plain(String word) {
        return word.replaceAll("['\"`]", "").toLowerCase(Locale.ROOT);
    }
}
