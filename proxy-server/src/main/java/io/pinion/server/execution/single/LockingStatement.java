package io.pinion.server.execution.single;

import java.util.regex.Pattern;

/**
 * Which statements keep the metadata locks of their tables while {@code autocommit} is 0. SHOW and its like give them back,
 * and what commits by itself, too (MySQL manual, "Metadata Locking").
 */
final class LockingStatement {
    private static final Pattern BEGINS = Pattern.compile(
            "(?is)(?:[\\s(]++|/\\*(?![!M]).*?\\*/|(?:--\\s|#)[^\\n]*\\n)*+"
                    + "(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|LOAD\\s+(?:DATA|XML)|WITH|TABLE|VALUES|CALL|DO|EXECUTE)\\b.*");

    private LockingStatement() {}

    /** @param text of one statement, or of several of which the first is meant */
    static boolean isIn(String text) {
        return BEGINS.matcher(text).matches();
    }
}
