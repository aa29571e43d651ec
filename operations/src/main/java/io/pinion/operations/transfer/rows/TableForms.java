package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.form.ArisingMapping;
import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.transfer.form.JsonColumn;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The columns of a table as both sides are read, the same in the same order: those of one side, such as the one that
 * rows are brought to. What the other side has in another form is an expression there. Decides without I/O.
 *
 * @param whole as the database has the table
 */
record TableForms(ImportedTable table, Dialect dialect, TableShape whole, ImportSide as) {
    /** The columns of the database that are carried, as it has them. */
    TableShape old() {
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

    TableShape home() {
        TableShape old = old();
        return new TableShape(
                old.name(),
                old.columns().stream().flatMap(column -> home(column).stream()).toList(),
                old.key(),
                old.prefixed(),
                old.index(),
                old.bytes());
    }

    private Optional<ColumnShape> home(ColumnShape column) {
        Optional<JsonColumn> json = table.json(column.name());
        if (json.isEmpty()) {
            return Optional.of(column);
        }
        return switch (as) {
            case SHARDS -> isFirst(json.get(), column) ? Optional.of(assembled(json.get())) : Optional.empty();
            case HOME -> json.get().member(column.name()).map(member -> column.computed(JsonColumn.compared(member)));
        };
    }

    /** Where the first of its members was. */
    private boolean isFirst(JsonColumn json, ColumnShape column) {
        return whole.columns().stream()
                .filter(other -> json.member(other.name()).isPresent())
                .findFirst()
                .filter(column::equals)
                .isPresent();
    }

    private ColumnShape assembled(JsonColumn json) {
        String type = dialect.typesOfCharacters().contains("json") ? "json" : "longtext";
        return new ColumnShape(json.name(), type, "utf8mb4", false, json.assembled());
    }

    /** Where the old database assembles JSON, among the columns that are written. */
    List<Integer> assembled() {
        List<ColumnShape> stored = home().stored();
        return IntStream.range(0, stored.size())
                .filter(at ->
                        as == ImportSide.SHARDS && !stored.get(at).expression().isEmpty())
                .boxed()
                .toList();
    }

    TableShape shards() {
        TableShape old = old();
        return new TableShape(
                new TableName(old.name().database(), table.name()),
                home().columns().stream().map(this::onShards).toList(),
                old.key().stream().map(table::nameOnShards).toList(),
                old.prefixed(),
                old.bytes());
    }

    private ColumnShape onShards(ColumnShape column) {
        Optional<JsonColumn> json = table.json(column.name());
        if (json.isPresent() && as == ImportSide.HOME) {
            return column.computed(
                    json.get().taken(json.get().member(column.name()).orElseThrow(), dialect));
        }
        if (!column.expression().isEmpty()) {
            return column.computed("");
        }
        String name = table.nameOnShards(column.name());
        return table.hasIds(column.name()) ? new ColumnShape(name, "bigint", "", false) : column.named(name);
    }

    /** What rows on the shards have besides, where it would be lost. */
    String others() {
        return switch (as) {
            case SHARDS -> "";
            case HOME -> table.json().stream().map(JsonColumn::others).collect(Collectors.joining(" + "));
        };
    }

    /** Where the columns are in the binary log of the other side, by their names in the old database, in lower case. */
    Map<String, Integer> logged() {
        return switch (as) {
            case SHARDS -> places(whole);
            case HOME -> places(new TableForms(table, dialect, whole, ImportSide.SHARDS).home());
        };
    }

    private static Map<String, Integer> places(TableShape shape) {
        List<String> names = shape.columns().stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .toList();
        return names.stream().collect(Collectors.toMap(name -> name, names::indexOf));
    }
}
