package io.pinion.server.observe;

import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.ShapePrinter;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;

/** A statement as logs may show it, read as its session writes: see {@link ShapePrinter}. */
public final class StatementShape {
    private static final int SERVER_VERSION = 101100;

    private StatementShape() {}

    public static String of(byte[] sql, SessionView session) {
        SessionView.SqlModeFlags mode = session.sqlMode();
        return ShapePrinter.of(
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
}
