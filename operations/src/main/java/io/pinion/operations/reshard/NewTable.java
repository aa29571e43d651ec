package io.pinion.operations.reshard;

import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.sql.TableTexts;
import io.pinion.operations.transfer.ShardDatabases;
import io.pinion.operations.transfer.SourceTable;
import io.pinion.routing.catalog.Table;

/**
 * A table of the new shards, as the old ones have it. Decides without I/O.
 *
 * @param shards how many new ones there are
 */
record NewTable(SourceTable source, Table table, int shards) implements ShardDatabases.Definition {
    private static final String CREATE = "CREATE TABLE ";

    @Override
    public String inDatabase(String database, int shard) {
        String begins = CREATE + SqlText.quoteName(source.name());
        if (!source.definition().startsWith(begins)) {
            throw new IllegalStateException("no definition of a table: " + source.definition());
        }
        String rest = TableTexts.withoutNextNumber(source.definition().substring(begins.length()));
        return CREATE + "IF NOT EXISTS " + new TableName(database, source.name()).quoted() + rest;
    }

    @Override
    public boolean isOn(int shard) {
        return !(table instanceof Table.SingleTable single) || single.shard().number() % shards == shard;
    }
}
