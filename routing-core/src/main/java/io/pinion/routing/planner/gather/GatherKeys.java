package io.pinion.routing.planner.gather;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.text.lexer.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of a temporary table that gets the rows of all shards. MySQL must know them: with ONLY_FULL_GROUP_BY, other
 * columns may stand beside the columns of a key in GROUP BY (its manual, "Detection of Functional Dependence").
 *
 * @param primary its columns; empty when unknown or impossible for the copy
 * @param unique columns without NULL, each a key by itself
 */
record GatherKeys(List<String> primary, List<String> unique) {
    static final GatherKeys NONE = new GatherKeys(List.of(), List.of());

    /** The limit of an index with InnoDB's pages of 16 KiB. */
    private static final int MOST_BYTES = 3072;

    private static final int BYTES_OF_A_CHARACTER = 4;

    private static final Set<String> SHORT = Words.setOf("""
            tinyint smallint mediumint int integer bigint decimal numeric year date time datetime timestamp
            enum set bit""");

    /** The most bytes of a value of the {@link #SHORT} types: those of the longest DECIMAL. */
    private static final int SHORT_BYTES = 30;

    private static final Pattern LENGTH = Pattern.compile("\\w+\\((\\d{1,5})\\).*", Pattern.DOTALL);

    GatherKeys {
        primary = List.copyOf(primary);
        unique = List.copyOf(unique);
    }

    /** @param gathered the copied columns: a key without one of its columns may be no key */
    static GatherKeys of(Table table, List<GatheredColumn> gathered) {
        if (table instanceof Table.ObjectTable) {
            return NONE; // The definition of the column of ids states the key.
        }
        List<Column> primary = table.columns().stream()
                .filter(column -> column.key().equals("PRI"))
                .toList();
        List<String> unique = new ArrayList<>();
        for (Column column : table.columns()) {
            if (column.key().equals("UNI") && !column.nullable() && isKey(table, List.of(column), gathered)) {
                unique.add(column.name());
            }
        }
        return new GatherKeys(
                isKey(table, primary, gathered)
                        ? primary.stream().map(Column::name).toList()
                        : List.of(),
                unique);
    }

    private static boolean isKey(Table table, List<Column> columns, List<GatheredColumn> gathered) {
        boolean copied = columns.stream()
                .allMatch(column -> gathered.stream().anyMatch(one -> one.name().equalsIgnoreCase(column.name())));
        return !columns.isEmpty()
                && copied
                && columns.stream().mapToInt(GatherKeys::bytes).sum() <= MOST_BYTES
                && isKeyOfAllShards(table, columns);
    }

    /**
     * Servers ensure a key within each shard. Rows with the same key are on one shard if the column that places them is
     * part of it; text is excluded, since a server may take values for equal that hash apart.
     */
    private static boolean isKeyOfAllShards(Table table, List<Column> columns) {
        return table instanceof Table.ReferenceTable
                || columns.stream()
                        .map(Column::name)
                        .anyMatch(name -> name.equalsIgnoreCase(table.keyColumn()) && Names.isInteger(table, name));
    }

    /** The most bytes of a value; more than the limit for a column that can't be a key in whole. */
    private static int bytes(Column column) {
        if (SHORT.contains(column.typeWord())) {
            return SHORT_BYTES;
        }
        Matcher length = LENGTH.matcher(column.type());
        int most = length.matches() ? Integer.parseInt(length.group(1)) : MOST_BYTES + 1;
        return switch (column.typeWord()) {
            case "char", "varchar" -> most * BYTES_OF_A_CHARACTER;
            case "binary", "varbinary" -> most;
            default -> MOST_BYTES + 1;
        };
    }

    /** The keys in the table's definition, behind its columns. */
    String definition() {
        StringBuilder sql = new StringBuilder();
        if (!primary.isEmpty()) {
            sql.append(", PRIMARY KEY (")
                    .append(String.join(
                            ", ", primary.stream().map(SqlNames::quoted).toList()))
                    .append(')');
        }
        unique.forEach(column ->
                sql.append(", UNIQUE KEY (").append(SqlNames.quoted(column)).append(')'));
        return sql.toString();
    }
}
