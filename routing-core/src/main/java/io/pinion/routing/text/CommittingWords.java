package io.pinion.routing.text;

import io.pinion.routing.text.lexer.SqlDialect;
import java.util.regex.Pattern;

/**
 * The first words of statements that commit the open transaction before they run (MySQL manual, "Statements That Cause an
 * Implicit Commit"; each was measured on MariaDB 11.4 and MySQL 9.7, which differ).
 */
public final class CommittingWords {
    private static final String OF_BOTH = "(?:CREATE|DROP)\\s+(?!PREPARE\\s|(?:OR\\s+REPLACE\\s+)?PACKAGE\\s"
            + "|(?:OR\\s+REPLACE\\s+)?TEMPORARY\\s+(?!SEQUENCE\\s))"
            + "|TRUNCATE\\s+(?!\\()|(?:ALTER|RENAME|GRANT|REVOKE|OPTIMIZE|REPAIR|FLUSH|INSTALL|UNINSTALL)\\s"
            + "|ANALYZE\\s+(?:NO_WRITE_TO_BINLOG\\s+|LOCAL\\s+)?TABLES?\\s"
            + "|LOCK\\s+TABLES?\\s|CHECK\\s+TABLES?\\s|RESET\\s+(?!PERSIST\\b)|SET\\s+PASSWORD\\b";

    private static final Pattern ON_MARIADB = Pattern.compile("(?i)(?:" + OF_BOTH + "|BACKUP\\s|CHECK\\s+VIEW\\s)");

    private static final Pattern ON_MYSQL =
            Pattern.compile("(?i)\\b(?:" + OF_BOTH + "|(?:CACHE|LOAD)\\s+INDEX\\s|(?:IMPORT|CLONE)\\s"
                    + "|(?:START|STOP)\\s+REPLICA\\b|CHANGE\\s+REPLICATION\\s|SET\\s+DEFAULT\\s+ROLE\\s)");

    private CommittingWords() {}

    /** @param words of one statement, or of several of which the first counts */
    public static boolean begin(String words, SqlDialect servers) {
        return of(servers).matcher(words).lookingAt();
    }

    /** Whether they stand anywhere in the text, be it in a string. */
    public static boolean areIn(String text, SqlDialect servers) {
        return of(servers).matcher(text).find();
    }

    private static Pattern of(SqlDialect servers) {
        return switch (servers) {
            case MARIADB -> ON_MARIADB;
            case MYSQL -> ON_MYSQL;
        };
    }
}
