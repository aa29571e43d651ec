package io.pinion.server.execution;

import java.util.regex.Pattern;

/**
 * Which statements commit the open transaction before they run (MySQL manual, "Statements That Cause an Implicit Commit").
 * Asked only within a transaction that other pairs take part in, so the text is simply read once more.
 */
final class ImplicitCommit {
    private static final Pattern COMMITS = Pattern.compile("(?is)(?:\\s|/\\*(?![!M]).*?\\*/|(?:--\\s|#)[^\\n]*\\n)*"
            + "(?:(?:CREATE|DROP)\\s+(?!PREPARE\\s|(?:OR\\s+REPLACE\\s+)?TEMPORARY\\s)|ALTER\\s|RENAME\\s|TRUNCATE\\s|GRANT\\s|REVOKE\\s"
            + "|LOCK\\s+TABLES?\\s|ANALYZE\\s+(?:NO_WRITE_TO_BINLOG\\s+|LOCAL\\s+)?TABLES?\\s"
            + "|OPTIMIZE\\s|REPAIR\\s|CHECK\\s+TABLES?\\s|CACHE\\s+INDEX\\s|LOAD\\s+INDEX\\s|FLUSH\\s"
            + "|SET\\s+PASSWORD\\b|INSTALL\\s|UNINSTALL\\s).*");

    private ImplicitCommit() {}

    /** @param text of one statement */
    static boolean isIn(String text) {
        return COMMITS.matcher(text).matches();
    }
}
