package io.pinion.operations.transfer;

import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.form.ArisingMapping;
import io.pinion.routing.catalog.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The text that makes a table on a shard, from that of the source: without foreign keys, whose rows may be on other
 * shards, and without AUTO_INCREMENT, where a sequence of the keyspace gives the numbers. Objects have a local id in
 * place of their key, and references to objects have room for global ids. Decides without I/O.
 *
 * <p>SHOW CREATE TABLE writes a line for each column and key, and names what it quotes in backquotes, so that a line's
 * first words say what it is.
 */
record ShardDefinition(SourceTable source, TableRole table) implements ShardDatabases.Definition {
    private static final Pattern FOREIGN_KEY = Pattern.compile("^\\s+CONSTRAINT `(?:[^`]|``)++` FOREIGN KEY .*");
    private static final Pattern NEXT_NUMBER = Pattern.compile("^(\\).*?) AUTO_INCREMENT=\\d+");
    private static final Pattern COUNTING = Pattern.compile("(?i) AUTO_INCREMENT(?= |,|$)");
    private static final Pattern ENGINE = Pattern.compile("^\\) ENGINE=\\w+");
    private static final Pattern KEY = Pattern.compile("^(\\s+(?:\\w+ )*KEY (?:`(?:[^`]|``)++` )?\\()(.*)$");
    private static final String INTEGER = "(?i)(?:tiny|small|medium|big)?int(?:\\(\\d+\\))?(?: unsigned)?";
    private static final Pattern CHARSET = Pattern.compile("\n\\).*?( DEFAULT CHARSET=\\w+(?: COLLATE=\\w+)?)");
    private static final String CREATE = "CREATE TABLE ";

    @Override
    public String inDatabase(String database, int shard) {
        List<String> lines = table.arising().map(this::arising).orElseGet(() -> lines(shard));
        lines.set(0, CREATE + "IF NOT EXISTS " + new TableName(database, table.name()).quoted() + " (");
        return String.join("\n", lines);
    }

    private List<String> lines(int shard) {
        List<String> lines = new ArrayList<>();
        for (String line : source.definition().split("\n", -1)) {
            if (!FOREIGN_KEY.matcher(line).matches()) {
                lines.add(line.startsWith(")") ? options(line, shard) : key(ids(column(line))));
            }
        }
        withoutCommaAtTheEnd(lines);
        return lines;
    }

    /** A mapping has some of the columns of its source, by other names, and none of its indexes. */
    private List<String> arising(ArisingMapping mapping) {
        List<String> lines = new ArrayList<>(List.of(CREATE));
        for (ArisingMapping.MappingColumn column : mapping.columns()) {
            String begins = "  " + SqlText.quoteName(column.old()) + " ";
            String old = source.definition()
                    .lines()
                    .filter(line -> line.startsWith(begins))
                    .findFirst()
                    .orElseThrow();
            boolean inKey = mapping.key().contains(column.old());
            lines.add("  " + SqlText.quoteName(column.name()) + " "
                    + (inKey && table.ids().containsKey(column.old())
                            ? "bigint NOT NULL,"
                            : attributes(column.old(), ids(old).substring(begins.length()))));
        }
        lines.add(mapping.key().stream()
                .map(mapping::nameOf)
                .map(SqlText::quoteName)
                .collect(Collectors.joining(",", "  PRIMARY KEY (", ")")));
        Matcher charset = CHARSET.matcher(source.definition());
        lines.add(") ENGINE=InnoDB" + (charset.find() ? charset.group(1) : ""));
        return lines;
    }

    /** The line of a column, behind its name; the comma may be missing where it is the last. */
    private String attributes(String column, String line) {
        boolean counts =
                source.column(column).filter(SourceTable.SourceColumn::counts).isPresent();
        return (counts ? COUNTING.matcher(line).replaceFirst("") : line).replaceFirst(",?$", ",");
    }

    /** The attribute stands before a comment, which may have the same words. */
    private String column(String line) {
        String counting = table.sequence().orElse("");
        String begins = "  " + SqlText.quoteName(counting).toLowerCase(Locale.ROOT) + " ";
        return !counting.isEmpty() && line.toLowerCase(Locale.ROOT).startsWith(begins)
                ? COUNTING.matcher(line).replaceFirst("")
                : line;
    }

    private String ids(String line) {
        for (String column : table.ids().keySet()) {
            String begins = "  " + SqlText.quoteName(column) + " ";
            if (line.startsWith(begins)) {
                return begins + line.substring(begins.length()).replaceFirst("^" + INTEGER, "bigint");
            }
        }
        return line;
    }

    private String key(String line) {
        String key = table.object().map(TableRole.ObjectRole::key).orElse("");
        if (key.isEmpty()) {
            return line;
        }
        String begins = "  " + SqlText.quoteName(key) + " ";
        String local = SqlText.quoteName(Table.ObjectTable.LOCAL_ID);
        if (line.startsWith(begins)) {
            return "  " + local + " " + line.substring(begins.length()).replaceFirst("^" + INTEGER, "bigint unsigned");
        }
        Matcher parts = KEY.matcher(line);
        return parts.matches() ? parts.group(1) + parts.group(2).replace(SqlText.quoteName(key), local) : line;
    }

    private String options(String line, int shard) {
        String plain = NEXT_NUMBER.matcher(line).replaceFirst("$1");
        return table.object()
                .map(object -> ENGINE.matcher(plain)
                        .replaceFirst("$0 AUTO_INCREMENT=" + object.numbers().of(shard)))
                .orElse(plain);
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
