package io.pinion.operations.transfer.rows;

import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.form.ImportSide;
import java.util.OptionalInt;

/**
 * A database on a server in which rows of an import are.
 *
 * @param shard empty for the old database
 */
record RowPlace(ImportServer server, String database, OptionalInt shard) {
    ImportSide side() {
        return shard.isPresent() ? ImportSide.SHARDS : ImportSide.HOME;
    }

    TableName name(CarriedTable table) {
        return new TableName(database, table.form(side()).shape().name().table());
    }

    @Override
    public String toString() {
        return database + " on " + server;
    }
}
