package io.pinion.operations.transfer;

import io.pinion.operations.server.sql.SqlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The text that makes a table on a shard, from that of the source: without foreign keys, whose rows may be on other
 * shards, and without AUTO_INCREMENT, where a sequence of the keyspace gives the numbers. Decides without I/O.
 *
 * <p>SHOW CREATE TABLE writes a line for each column and key, and names what it quotes in backquotes, so that a line's
 * first words say what it is.
 */
record ShardDefinition(SourceTable source, TableRole table) {
    private static final Pattern FOREIGN_KEY = Pattern.compile("^\\s+CONSTRAINT `(?:[^`]|``)+` FOREIGN KEY .*");
    private static final Pattern NEXT_NUMBER = Pattern.compile("^(\\).*?) AUTO_INCREMENT=\\d+");
    private static final Pattern COUNTING = Pattern.compile("(?i) AUTO_INCREMENT(?= |,|$)");
    private static final String CREATE = "CREATE TABLE ";

    /** @param database of the shard; made where there is no such table */
    String inDatabase(String database) {
        List<String> lines = new ArrayList<>();
        for (String line : source.definition().split("\n", -1)) {
            if (FOREIGN_KEY.matcher(line).matches()) {
                continue;
            }
            lines.add(line.startsWith(")") ? NEXT_NUMBER.matcher(line).replaceFirst("$1") : column(line));
        }
        withoutCommaAtTheEnd(lines);
        String text = String.join("\n", lines);
        return CREATE + "IF NOT EXISTS " + SqlText.quoteName(database) + "."
                + text.substring(text.indexOf('`', CREATE.length()));
    }

    /** The attribute stands before a comment, which may have the same words. */
    private String column(String line) {
        String counting = table.sequence().orElse("");
        String begins = "  " + SqlText.quoteName(counting).toLowerCase(Locale.ROOT) + " ";
        return !counting.isEmpty() && line.toLowerCase(Locale.ROOT).startsWith(begins)
                ? COUNTING.matcher(line).replaceFirst("")
                : line;
    }

    /** The last line inside of the parentheses, when foreign keys stood behind it. */
    private static void withoutCommaAtTheEnd(List<String> lines) {
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).startsWith(")") && lines.get(i - 1).endsWith(",")) {
                lines.set(i - 1, lines.get(i - 1).substring(0, lines.get(i - 1).length() - 1));
            }
        }
    }
}
