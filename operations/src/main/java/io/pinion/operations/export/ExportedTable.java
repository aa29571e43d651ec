package io.pinion.operations.export;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.export.file.FileColumn;
import io.pinion.operations.export.file.ValueType;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.catalog.Table.ObjectTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of one shard as it is exported: the query for its rows, and the columns of the file.
 *
 * @param query the columns in the order of the file, each with the expression that is read
 * @param ids how the file's first column comes to be, which the table doesn't have; empty for a table that isn't one of
 *     objects
 */
record ExportedTable(
        TableShape query, List<Manifest.Column> columns, List<FileColumn> file, Optional<Ids> ids, String text) {
    /**
     * The global ids of objects.
     *
     * @param type in the ids
     * @param localId the place of the local id among the columns that are read
     */
    record Ids(int type, int localId) {}

    private static final Pattern TIME = Pattern.compile("(?:date|datetime|timestamp)\\b.*");

    private static final Pattern COUNTER = Pattern.compile(" AUTO_INCREMENT=(\\d+)");

    /**
     * @param declared what the topology says of the table
     * @param stored whether only columns are wanted that a server takes again
     */
    static ExportedTable read(HeldTable table, Dialect dialect, Optional<Table> declared, boolean stored)
            throws SQLException {
        Columns columns = new Columns(declared, dialect);
        String query = "SELECT column_name, LOWER(data_type), LOWER(column_type), COALESCE(character_set_name, ''),"
                + " COALESCE(numeric_precision, 0), COALESCE(numeric_scale, 0),"
                + " COALESCE(generation_expression, '') <> '' FROM information_schema.columns WHERE "
                + table.condition() + " ORDER BY ordinal_position";
        Answers.forEach(table.connection(), query, row -> {
            if (!stored || !row.getBoolean(7)) {
                columns.add(
                        row.getString(1),
                        new DeclaredType(
                                row.getString(2), row.getString(3), row.getString(4), row.getInt(5), row.getInt(6)));
            }
        });
        TableShape shape = TableShape.read(table, dialect);
        Optional<Ids> ids = stored ? Optional.empty() : columns.withIds();
        return new ExportedTable(
                new TableShape(shape.name(), columns.read, shape.key(), shape.prefixed(), shape.bytes()),
                columns.told,
                columns.file,
                ids,
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

        void add(String name, DeclaredType type) {
            ValueType value = type.inFile(holdsIds(name), dialect);
            ColumnShape column = new ColumnShape(name, type.type(), type.charset(), false);
            read.add(type.isReadAsItIs() ? column : column.computed(type.expression(name)));
            told.add(new Manifest.Column(name, value.toString(), type.declared()));
            file.add(new FileColumn(name, value));
        }

        /** Puts the column of global ids before the others, where the rows are objects. */
        Optional<Ids> withIds() {
            for (int i = 0; i < file.size(); i++) {
                if (declared.orElse(null) instanceof ObjectTable object
                        && file.get(i).name().equalsIgnoreCase(ObjectTable.LOCAL_ID)) {
                    ValueType id = ValueType.Plain.INT64;
                    told.addFirst(new Manifest.Column(
                            ObjectTable.ID, id.toString(), told.get(i).mysqlType()));
                    file.addFirst(new FileColumn(ObjectTable.ID, id));
                    return Optional.of(new Ids(object.type(), i));
                }
            }
            return Optional.empty();
        }

        /** Ids have 62 bits: no sign is in the way. */
        private boolean holdsIds(String name) {
            return switch (declared.orElse(null)) {
                case ObjectTable object -> name.equalsIgnoreCase(ObjectTable.LOCAL_ID);
                case Table.MappingTable mapping -> mapping.idColumns().stream().anyMatch(name::equalsIgnoreCase);
                case null, default -> false;
            };
        }
    }

    /** The query for the rows, which are in the order of the key unless an index may find some of them sooner. */
    TableShape query(Optional<Since> since) {
        return since.isEmpty() ? query : new TableShape(query.name(), query.columns(), List.of(), false, query.bytes());
    }

    /** Whether the table itself has such a column: the global id isn't one of its own. */
    boolean isRead(String column) {
        return query.columns().stream().anyMatch(each -> each.name().equalsIgnoreCase(column));
    }

    /** Whether there is such a column, and it has days or times of days. */
    boolean hasTime(String column) {
        return columns.stream()
                .anyMatch(each -> each.name().equalsIgnoreCase(column)
                        && TIME.matcher(each.mysqlType()).matches());
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
