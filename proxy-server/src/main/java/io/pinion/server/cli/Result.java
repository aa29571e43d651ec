package io.pinion.server.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows to print. A null cell is NULL. */
record Result(List<Column> columns, List<List<@Nullable String>> rows) {
    /** @param numeric whether values stand at the right, and without quotes in JSON */
    record Column(String name, boolean numeric) {}

    Result {
        columns = List.copyOf(columns);
        rows = new ArrayList<>(rows);
    }
}
