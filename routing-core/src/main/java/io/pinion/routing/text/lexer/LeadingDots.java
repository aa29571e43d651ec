package io.pinion.routing.text.lexer;

import java.util.Set;

/**
 * The words of the grammar that may stand before a table's name with a leading dot. MariaDB takes {@code FROM .t}, and
 * {@code FROM.`t`} too, for the table of the current database, while a reader that takes the word for a database sees
 * no table.
 */
final class LeadingDots {
    private static final Set<String> BEFORE_NAMES = Words.setOf("""
            ANALYZE AS CALL CHECK CHECKSUM CONCURRENT DELAYED DELETE DESC DESCRIBE DISTINCT EVENT EXISTS EXPLAIN
            EXTENDED FN FOR FROM FUNCTION HANDLER HIGH_PRIORITY IGNORE IN INDEX INSERT INTO JOIN LATERAL LIKE LOCAL
            LOCK LOW_PRIORITY NO_WRITE_TO_BINLOG OF OJ ON ONLY OPTIMIZE PARTITIONS PROCEDURE QUICK REFERENCES RENAME
            REPAIR REPLACE SELECT SEQUENCE STRAIGHT_JOIN TABLE TABLES TO TRIGGER TRUNCATE UNION UPDATE USING VIEW""");

    private LeadingDots() {}

    /** @param end of a word, exclusive */
    static boolean mayFollow(byte[] sql, int end) {
        int from = end;
        while (from > 0 && Bytes.isWord(sql[from - 1])) {
            from--;
        }
        return BEFORE_NAMES.contains(Words.upper(sql, from, end));
    }
}
