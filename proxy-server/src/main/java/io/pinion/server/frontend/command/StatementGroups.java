package io.pinion.server.frontend.command;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.FirstWords;
import io.pinion.server.observe.StatementGroup;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sorts statements into the few groups of the metrics, by their first word. */
final class StatementGroups {
    private static final int LONGEST_WORD = 12;

    private static final Map<String, StatementGroup> BY_WORD = Map.ofEntries(
            Map.entry("SELECT", StatementGroup.SELECT),
            Map.entry("WITH", StatementGroup.SELECT),
            Map.entry("TABLE", StatementGroup.SELECT),
            Map.entry("VALUES", StatementGroup.SELECT),
            Map.entry("INSERT", StatementGroup.INSERT),
            Map.entry("REPLACE", StatementGroup.INSERT),
            Map.entry("LOAD", StatementGroup.INSERT),
            Map.entry("UPDATE", StatementGroup.UPDATE),
            Map.entry("DELETE", StatementGroup.DELETE),
            Map.entry("BEGIN", StatementGroup.TRANSACTION),
            Map.entry("START", StatementGroup.TRANSACTION),
            Map.entry("COMMIT", StatementGroup.TRANSACTION),
            Map.entry("ROLLBACK", StatementGroup.TRANSACTION),
            Map.entry("SAVEPOINT", StatementGroup.TRANSACTION),
            Map.entry("RELEASE", StatementGroup.TRANSACTION),
            Map.entry("XA", StatementGroup.TRANSACTION),
            Map.entry("SET", StatementGroup.SESSION),
            Map.entry("USE", StatementGroup.SESSION),
            Map.entry("SHOW", StatementGroup.SHOW),
            Map.entry("DESCRIBE", StatementGroup.SHOW),
            Map.entry("DESC", StatementGroup.SHOW),
            Map.entry("EXPLAIN", StatementGroup.SHOW),
            Map.entry("HELP", StatementGroup.SHOW),
            Map.entry("CREATE", StatementGroup.DDL),
            Map.entry("ALTER", StatementGroup.DDL),
            Map.entry("DROP", StatementGroup.DDL),
            Map.entry("RENAME", StatementGroup.DDL),
            Map.entry("TRUNCATE", StatementGroup.DDL));

    private StatementGroups() {}

    static StatementGroup of(byte[] sql, @Nullable RoutePlan plan) {
        if (plan instanceof RoutePlan.Admin) {
            return StatementGroup.ADMIN;
        }
        int at = skipToWord(sql);
        // The most frequent word first, without creating a string.
        if (isWord(sql, at, "SELECT")) {
            return StatementGroup.SELECT;
        }
        int end = at;
        while (end < sql.length && end - at < LONGEST_WORD && isLetter(sql[end])) {
            end++;
        }
        String word = new String(sql, at, end - at, java.nio.charset.StandardCharsets.US_ASCII);
        return BY_WORD.getOrDefault(word.toUpperCase(Locale.ROOT), StatementGroup.OTHER);
    }

    /** The place of the first character after blanks, comments and opening parentheses. */
    private static int skipToWord(byte[] sql) {
        int at = FirstWords.behindBlanks(sql, 0);
        while (at < sql.length && sql[at] == '(') {
            at = FirstWords.behindBlanks(sql, at + 1);
        }
        return at;
    }

    private static boolean isWord(byte[] sql, int at, String word) {
        if (at + word.length() > sql.length) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if ((sql[at + i] & ~0x20) != word.charAt(i)) {
                return false;
            }
        }
        return at + word.length() == sql.length || !isLetter(sql[at + word.length()]);
    }

    private static boolean isLetter(byte b) {
        int upper = b & ~0x20;
        return upper >= 'A' && upper <= 'Z';
    }
}
