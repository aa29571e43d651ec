package io.pinion.server.execution.single;

import java.util.regex.Pattern;

/**
 * Recognizes the statements that keep the metadata locks of their tables while {@code autocommit} is 0. SHOW and the
 * like release them, and so do statements with an implicit commit (MySQL manual, "Metadata Locking").
 */
final class LockingStatement {
    private static final Pattern BEGINS = Pattern.compile(
            "(?is)(?:[\\s(]++|/\\*(?![!M]).*?\\*/|(?:--\\s|#)[^\\n]*\\n)*+"
                    + "(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|LOAD\\s+(?:DATA|XML)|WITH|TABLE|VALUES|CALL|DO|EXECUTE)\\b.*");

    private LockingStatement() {}

    /** @param text one statement, or several of which the first counts */
    static boolean isIn(String text) {
        return BEGINS.matcher(text).matches();
    }
}
