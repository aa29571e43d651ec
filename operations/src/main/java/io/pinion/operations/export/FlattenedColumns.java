package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.file.FileColumn;
import io.pinion.operations.export.flat.FlatColumn;
import io.pinion.operations.export.flat.FlatValues;
import io.pinion.operations.export.flat.FlatValues.NotFlat;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.stream.StreamedRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The last columns of rows, whose values are inside of JSON objects. For one thread. */
final class FlattenedColumns implements MadeColumns {
    private final TableName table;
    private final List<FlatValues> ofSources = new ArrayList<>();

    /** @param file all columns, of which the last ones are these */
    FlattenedColumns(TableName table, List<FileColumn> file, List<FlatColumn> flat) {
        this.table = table;
        Map<Integer, Map<FlatColumn, Integer>> places = new TreeMap<>();
        for (int i = 0; i < flat.size(); i++) {
            FlatColumn column = flat.get(i);
            places.computeIfAbsent(place(file, column.source()), source -> new HashMap<>())
                    .put(column, file.size() - flat.size() + i);
        }
        places.forEach((source, columns) -> ofSources.add(new FlatValues(source, columns)));
    }

    private static int place(List<FileColumn> file, String name) {
        for (int i = 0; i < file.size(); i++) {
            if (file.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new IllegalStateException("a table is looked at before, and has a column " + name);
    }

    @Override
    public void put(StreamedRow row) throws OperationRefused {
        try {
            for (FlatValues values : ofSources) {
                values.put(row);
            }
        } catch (NotFlat e) {
            throw new OperationRefused("a row of " + table + " can't be flattened: " + e.getMessage());
        }
    }
}
