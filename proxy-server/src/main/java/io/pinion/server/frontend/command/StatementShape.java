package io.pinion.server.frontend.command;

import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.AnchorKind;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.util.Arrays;

/**
 * A statement as logs may show it, in one line: each literal is a question mark, a list of literals after IN a single
 * one, and the gaps between tokens are blanks.
 */
final class StatementShape {
    private static final int MAX_CHARACTERS = 8 * 1024;

    /** The part of a text that is read; a longer one is an insert of many rows, which add nothing. */
    private static final int MAX_BYTES = 64 * 1024;

    /** Any key is good, since the fingerprint isn't used. */
    private static final FingerprintKey NO_KEY = new FingerprintKey(0, 0);

    private static final int SERVER_VERSION = 101100;

    private StatementShape() {}

    static String of(byte[] sql, SessionView session) {
        boolean cut = sql.length > MAX_BYTES;
        Statement statement = scan(cut ? Arrays.copyOf(sql, MAX_BYTES) : sql, session);
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

    private static Statement scan(byte[] sql, SessionView session) {
        SessionView.SqlModeFlags mode = session.sqlMode();
        return new SqlTokenizer(NO_KEY, ShardNames.NONE)
                .scan(
                        sql,
                        new TextRules(
                                mode.ansiQuotes(),
                                mode.noBackslashEscapes(),
                                mode.pipesAsConcat(),
                                mode.ignoreSpace(),
                                CharsetClass.of(session.charset()),
                                SqlDialect.MARIADB,
                                SERVER_VERSION,
                                !mode.unknownMode().isEmpty()));
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
