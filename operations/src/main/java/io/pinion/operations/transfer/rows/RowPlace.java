package io.pinion.operations.transfer.rows;

import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.form.ImportSide;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

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

    /** Each row that is written or compared asks for its place. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof RowPlace place
                        && database.equals(place.database)
                        && server.equals(place.server)
                        && shard.equals(place.shard));
    }

    @Override
    public int hashCode() {
        return database.hashCode();
    }

    @Override
    public String toString() {
        return database + " on " + server;
    }
}
