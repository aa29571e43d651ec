package io.pinion.operations.transfer.rows;

import java.util.List;

/** A row of an imported table: the values of its primary key, as literals. */
public record CarriedKey(String table, List<String> key) {
    public CarriedKey {
        key = List.copyOf(key);
    }

    @Override
    public String toString() {
        return table + " (" + String.join(", ", key) + ")";
    }
}
