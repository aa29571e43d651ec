package io.pinion.operations.transfer.rows;

import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.form.ImportSide;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A database on a server in which carried rows are.
 *
 * @param shard empty for a database that isn't sharded
 * @param side which of both has it
 */
public record RowPlace(ImportServer server, String database, OptionalInt shard, ImportSide side) {
    /** The one old database, or a shard that gets its rows. */
    RowPlace(ImportServer server, String database, OptionalInt shard) {
        this(server, database, shard, shard.isPresent() ? ImportSide.SHARDS : ImportSide.HOME);
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
