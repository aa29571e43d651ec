package io.pinion.operations.verify;

import io.pinion.operations.copy.ShapeReader;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.copy.TableDefinition;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a server's catalog says of the tables of a snapshot: asked of some together, since each question takes its time. */
final class ComparedTables {
    private static final int ASKED_AT_ONCE = 50;

    private final Snapshot snapshot;
    private final Map<TableName, TableDefinition> definitions = new HashMap<>();
    private final Map<TableName, TableShape> shapes = new HashMap<>();

    ComparedTables(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    TableDefinition definition(HeldTable table) throws SQLException {
        if (!definitions.containsKey(table.name())) {
            definitions.putAll(TableDefinition.read(around(table), dialect()));
        }
        return Objects.requireNonNull(definitions.get(table.name()));
    }

    TableShape shape(HeldTable table) throws SQLException {
        if (!shapes.containsKey(table.name())) {
            for (TableShape shape : ShapeReader.of(around(table), dialect())) {
                shapes.put(shape.name(), shape);
            }
        }
        return Objects.requireNonNull(shapes.get(table.name()));
    }

    private Dialect dialect() {
        return snapshot.server().dialect();
    }

    /** The table, and those behind it in the snapshot. */
    private List<HeldTable> around(HeldTable table) {
        List<HeldTable> all = snapshot.tables();
        int from = all.indexOf(table);
        return all.subList(from, Math.min(all.size(), from + ASKED_AT_ONCE));
    }
}
