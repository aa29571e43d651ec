package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Dialect;
import io.pinion.routing.text.lexer.TextRules;

/**
 * Finds texts of views that MySQL keeps as others. It writes a string down with its backslashes doubled byte by byte, also where the
 * byte is the second of a character (0x815C in sjis, cp932, gbk and gb18030, 0xA45C in big5): read again, the string ends where it
 * pleases its author, and what follows is code (MySQL 9.7). Strings with an introducer are written as they should be.
 */
final class ViewTexts {
    private ViewTexts() {}

    /** Of a routine too, whose body may make a view. */
    static boolean mayBecomeCode(byte[] text, int from, int end, StatementKind kind, TextRules rules) {
        boolean kept = kind == StatementKind.VIEW || kind == StatementKind.ROUTINE;
        if (!kept || rules.dialect() != Dialect.MYSQL || !rules.charset().hasTrailsOfAscii()) {
            return false;
        }
        for (int at = from; at < end; at += rules.charset().length(text, at, end)) {
            if (rules.charset().length(text, at, end) == 2 && text[at + 1] == '\\') {
                return true;
            }
        }
        return false;
    }
}
