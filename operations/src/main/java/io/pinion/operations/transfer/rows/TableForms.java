package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.form.ArisingMapping;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The columns of a table as both sides have them, the same in the same order. Decides without I/O.
 *
 * @param whole as the database has the table
 */
record TableForms(ImportedTable table, TableShape whole) {
    /** The columns of the database that are carried. */
    TableShape home() {
        return table.arising().map(this::arising).orElse(whole);
    }

    /** Some of the columns, in the order of a mapping and of another key. */
    private TableShape arising(ArisingMapping mapping) {
        List<ColumnShape> columns = mapping.columns().stream()
                .flatMap(wanted ->
                        whole.columns().stream().filter(column -> column.name().equals(wanted.old())))
                .toList();
        return new TableShape(whole.name(), columns, mapping.key(), false, mapping.index(), whole.bytes());
    }

    TableShape shards() {
        TableShape home = home();
        return new TableShape(
                new TableName(home.name().database(), table.name()),
                home.columns().stream().map(this::onShards).toList(),
                home.key().stream().map(table::nameOnShards).toList(),
                home.prefixed(),
                home.bytes());
    }

    private ColumnShape onShards(ColumnShape column) {
        String name = table.nameOnShards(column.name());
        return table.hasIds(column.name()) ? new ColumnShape(name, "bigint", "", false) : column.named(name);
    }

    /** Where the columns are in the binary log, by their names in the old database, in lower case. */
    Map<String, Integer> logged() {
        List<String> names = whole.columns().stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .toList();
        return names.stream().collect(Collectors.toMap(name -> name, names::indexOf));
    }
}
