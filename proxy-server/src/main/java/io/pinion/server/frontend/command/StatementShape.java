package io.pinion.server.frontend.command;

import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.AnchorKind;
import io.pinion.routing.text.CharsetClass;
import io.pinion.routing.text.Dialect;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.TextProblem;
import io.pinion.routing.text.TextRules;

/** A statement as logs may show it: each literal is a question mark. */
final class StatementShape {
    private static final int MAX_CHARACTERS = 8 * 1024;
    /** Any will do: the fingerprint isn't looked at. */
    private static final FingerprintKey NO_KEY = new FingerprintKey(0, 0);

    private static final int SERVER_VERSION = 101100;

    private StatementShape() {}

    static String of(byte[] sql, SessionView session) {
        SessionView.SqlModeFlags mode = session.sqlMode();
        Statement statement = new SqlTokenizer(NO_KEY, ShardNames.NONE)
                .scan(
                        sql,
                        new TextRules(
                                mode.ansiQuotes(),
                                mode.noBackslashEscapes(),
                                mode.pipesAsConcat(),
                                mode.ignoreSpace(),
                                CharsetClass.of(session.charset()),
                                Dialect.MARIADB,
                                SERVER_VERSION,
                                !mode.unknownMode().isEmpty()));
        if (statement.problem().filter(TextProblem::isDoubt).isPresent()) {
            // What is a literal in it nobody knows.
            return "(unread)";
        }
        StringBuilder shape = new StringBuilder();
        int from = statement.start();
        for (int anchor = 0; anchor < statement.anchorCount() && shape.length() < MAX_CHARACTERS; anchor++) {
            shape.append(statement.text(from, statement.anchorStart(anchor)));
            shape.append(inPlaceOf(statement.anchorKind(anchor)));
            from = statement.anchorEnd(anchor);
        }
        // What lies behind an unreadable place may be half a literal.
        if (statement.problem().isEmpty() && shape.length() < MAX_CHARACTERS && from < statement.end()) {
            shape.append(statement.text(from, statement.end()));
        }
        return shape.length() <= MAX_CHARACTERS ? shape.toString() : shape.substring(0, MAX_CHARACTERS) + "…";
    }

    private static String inPlaceOf(AnchorKind kind) {
        return switch (kind) {
            case COMMENT, HINT -> " ";
            case SHARD_DATABASE, INTEGER, DECIMAL, FLOAT, STRING, NATIONAL_STRING, HEX, BIT -> "?";
            case NULL, NEGATIVE_INTEGER, NEGATIVE_NUMBER, UNSET -> "?";
        };
    }
}
