package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.sql.TableName;
import org.jspecify.annotations.Nullable;

/** A table in one of the places that have it. */
record TablePlace(RowPlace place, CarriedTable table) {
    TableName name() {
        return place.name(table);
    }

    TableShape shape() {
        return table.in(place);
    }

    KeyBounds bounds() {
        return table.form(place).bounds();
    }

    /** A row with all its written columns, by its key in the old database. */
    CarriedKey key(byte[] @Nullable [] row) throws OperationRefused {
        return new CarriedKey(table.name(), table.homeKey(table.key(row), place));
    }
}
