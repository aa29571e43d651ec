package io.pinion.operations.export;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.export.file.FileColumn;
import io.pinion.operations.export.file.ValueType;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.catalog.Table.ObjectTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of one shard as it is exported: the query for its rows, and the columns of the file.
 *
 * @param query the columns in the order of the file, each with the expression that is read
 * @param objectType the type in the ids of its objects, which are the first column and are read as local ids
 */
record ExportedTable(
        TableShape query, List<Manifest.Column> columns, List<FileColumn> file, OptionalInt objectType, String text) {
    private static final Pattern COUNTER = Pattern.compile(" AUTO_INCREMENT=(\\d+)");

    /**
     * @param declared what the topology says of the table
     * @param stored whether only columns are wanted that a server takes again
     */
    static ExportedTable read(HeldTable table, Dialect dialect, Optional<Table> declared, boolean stored)
            throws SQLException {
        Columns columns = new Columns(declared, dialect);
        OptionalInt objectType = OptionalInt.empty();
        if (!stored && declared.orElse(null) instanceof ObjectTable object) {
            objectType = OptionalInt.of(object.type());
        }
        try (Statement statement = table.connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT column_name, LOWER(data_type), LOWER(column_type), COALESCE(character_set_name, ''),"
                                + " COALESCE(numeric_precision, 0), COALESCE(numeric_scale, 0),"
                                + " COALESCE(generation_expression, '') <> '' FROM information_schema.columns WHERE "
                                + table.condition() + " ORDER BY ordinal_position")) {
            while (rows.next()) {
                if (stored && rows.getBoolean(7)) {
                    continue;
                }
                columns.add(
                        rows.getString(1),
                        new DeclaredType(
                                rows.getString(2),
                                rows.getString(3),
                                rows.getString(4),
                                rows.getInt(5),
                                rows.getInt(6)),
                        objectType.isPresent());
            }
        }
        TableShape shape = TableShape.read(table);
        return new ExportedTable(
                new TableShape(shape.name(), columns.read, shape.key(), shape.prefixed(), shape.bytes()),
                columns.told,
                columns.file,
                objectType,
                table.definition());
    }

    /** The columns of a table, one after the other. */
    private static final class Columns {
        private final Optional<Table> declared;
        private final Dialect dialect;
        private final List<ColumnShape> read = new ArrayList<>();
        private final List<Manifest.Column> told = new ArrayList<>();
        private final List<FileColumn> file = new ArrayList<>();

        Columns(Optional<Table> declared, Dialect dialect) {
            this.declared = declared;
            this.dialect = dialect;
        }

        void add(String name, DeclaredType type, boolean object) {
            ValueType value = type.inFile(holdsIds(name), dialect);
            if (object && name.equalsIgnoreCase(ObjectTable.LOCAL_ID)) {
                insert(
                        0,
                        ObjectTable.ID,
                        new ColumnShape(name, type.type(), "", false).computed(quoted(name)),
                        value,
                        type);
            }
            ColumnShape column = new ColumnShape(name, type.type(), type.charset(), false);
            insert(
                    read.size(),
                    name,
                    type.isReadAsItIs() ? column : column.computed(type.expression(name)),
                    value,
                    type);
        }

        /** Ids have 62 bits: no sign is in the way. */
        private boolean holdsIds(String name) {
            return switch (declared.orElse(null)) {
                case ObjectTable object -> name.equalsIgnoreCase(ObjectTable.LOCAL_ID);
                case Table.MappingTable mapping -> mapping.idColumns().stream().anyMatch(name::equalsIgnoreCase);
                case null, default -> false;
            };
        }

        private void insert(int at, String name, ColumnShape shape, ValueType value, DeclaredType type) {
            read.add(at, shape);
            told.add(at, new Manifest.Column(name, value.toString(), type.declared()));
            file.add(at, new FileColumn(name, value));
        }

        private static String quoted(String name) {
            return SqlText.quoteName(name);
        }
    }

    /** The query for the rows, which are in the order of the key unless an index may find some of them sooner. */
    TableShape query(Optional<Since> since) {
        return since.isEmpty() ? query : new TableShape(query.name(), query.columns(), List.of(), false, query.bytes());
    }

    boolean has(String column) {
        return file.stream().anyMatch(each -> each.name().equalsIgnoreCase(column));
    }

    /** What the table counts on from; 0 when it doesn't count. */
    long autoIncrement() {
        Matcher counter = COUNTER.matcher(text);
        return counter.find() ? Long.parseLong(counter.group(1)) : 0;
    }

    /** The text that makes such a table, whose rows are counted from the beginning. */
    String definition() {
        return COUNTER.matcher(text).replaceFirst("");
    }
}
