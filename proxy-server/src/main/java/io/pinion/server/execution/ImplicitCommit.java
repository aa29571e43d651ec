package io.pinion.server.execution;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which statements commit the open transaction before they run (MySQL manual, "Statements That Cause an Implicit Commit").
 * Asked only within a transaction that other pairs take part in, so the text is simply read once more.
 */
final class ImplicitCommit {
    private static final Pattern BEGINS = Pattern.compile("(?is)(?:\\s++|/\\*(?![!M]).*?\\*/|(?:--\\s|#)[^\\n]*\\n)*+"
            + "(?:(?:CREATE|DROP)\\s+(?!PREPARE\\s|(?:OR\\s+REPLACE\\s+)?TEMPORARY\\s)"
            + "|(?:ALTER|RENAME|TRUNCATE|GRANT|REVOKE|OPTIMIZE|REPAIR|FLUSH|INSTALL|UNINSTALL)\\s"
            + "|ANALYZE\\s+(?:NO_WRITE_TO_BINLOG\\s+|LOCAL\\s+)?TABLES?\\s"
            + "|(?:LOCK|CHECK)\\s+TABLES?\\s|(?:CACHE|LOAD)\\s+INDEX\\s|SET\\s+PASSWORD\\b)");

    private ImplicitCommit() {}

    /** @param text of one statement, or of several of which the first is meant */
    static boolean isIn(String text) {
        return BEGINS.matcher(text).lookingAt();
    }

    /** Whether a later one of several statements may be such: a string that only looks like it counts, too. */
    static boolean isBehindASemicolon(String text) {
        Matcher matcher = BEGINS.matcher(text);
        for (int at = text.indexOf(';'); at >= 0; at = text.indexOf(';', at + 1)) {
            matcher.region(at + 1, text.length());
            if (matcher.lookingAt()) {
                return true;
            }
        }
        return false;
    }
}
