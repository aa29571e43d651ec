package io.pinion.routing.text;

import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.util.Arrays;

/**
 * A statement as logs may show it, in one line: each literal is a question mark, a list of literals after IN a single
 * one, and the gaps between tokens are blanks.
 */
public final class ShapePrinter {
    private static final int MAX_CHARACTERS = 8 * 1024;

    /** The part of a text that is read; a longer one is an insert of many rows, which add nothing. */
    private static final int MAX_BYTES = 64 * 1024;

    /** Any key is good, since the fingerprint isn't used. */
    private static final FingerprintKey NO_KEY = new FingerprintKey(0, 0);

    private ShapePrinter() {}

    /** @param rules by which the text is read */
    public static String of(byte[] sql, TextRules rules) {
        boolean cut = sql.length > MAX_BYTES;
        Statement statement =
                new SqlTokenizer(NO_KEY, ShardNames.NONE).scan(cut ? Arrays.copyOf(sql, MAX_BYTES) : sql, rules);
        if (statement.problem().filter(TextProblem::isDoubt).isPresent()) {
            // The literals of this text can't be told from the rest.
            return "(unread)";
        }
        Tokens tokens = Tokens.of(statement);
        // The last token may be half a literal, before an unreadable place or where the text was cut.
        boolean whole = statement.problem().isEmpty();
        int last = whole ? tokens.count() - (cut ? 1 : 0) : upToLastAnchor(statement, tokens);
        StringBuilder shape = new StringBuilder();
        int end = statement.start();
        for (int token = 0; token < last && shape.length() <= MAX_CHARACTERS; token++) {
            if (isInListBefore(tokens, token)) {
                end = tokens.end(token);
                continue;
            }
            shape.append(token > 0 && tokens.start(token) > end ? " " : "").append(text(statement, tokens, token));
            end = tokens.end(token);
        }
        boolean complete = whole && !cut && shape.length() <= MAX_CHARACTERS;
        return complete ? shape.toString() : shape.substring(0, Math.min(shape.length(), MAX_CHARACTERS)) + "…";
    }

    private static int upToLastAnchor(Statement statement, Tokens tokens) {
        int anchors = statement.anchorCount();
        return anchors == 0 ? 0 : tokens.at(statement.anchorEnd(anchors - 1));
    }

    /** Whether the token belongs to a list whose first element has been shown. */
    private static boolean isInListBefore(Tokens tokens, int token) {
        boolean element = tokens.anchor(token) != Tokens.NO_ANCHOR && tokens.element(token) > 0;
        boolean comma = tokens.isSymbol(token, ",")
                && tokens.anchor(token - 1) != Tokens.NO_ANCHOR
                && tokens.anchor(token - 1) == tokens.anchor(token + 1);
        return element || comma;
    }

    private static String text(Statement statement, Tokens tokens, int token) {
        int anchor = tokens.anchor(token);
        if (tokens.type(token).isLiteral() || (anchor != Tokens.NO_ANCHOR && isHidden(statement.anchorKind(anchor)))) {
            return "?";
        }
        String text = tokens.text(token);
        // Quoted names may contain line breaks, which could forge a line of the log.
        return text.replaceAll("[\\x00-\\x1F\\x7F-\\x9F]", " ");
    }

    private static boolean isHidden(AnchorKind kind) {
        return switch (kind) {
            case COMMENT, HINT -> false;
            case SHARD_DATABASE, INTEGER, DECIMAL, FLOAT, STRING, NATIONAL_STRING, HEX, BIT -> true;
            case NULL, NEGATIVE_INTEGER, NEGATIVE_NUMBER, UNSET -> true;
        };
    }
}
