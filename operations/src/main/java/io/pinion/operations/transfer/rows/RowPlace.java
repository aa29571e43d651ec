package io.pinion.operations.transfer.rows;

import io.pinion.operations.server.sql.TableName;

/** A database on a server in which rows of an import are. */
record RowPlace(ImportServer server, String database) {
    TableName name(CarriedTable table) {
        return new TableName(database, table.name());
    }

    @Override
    public String toString() {
        return database + " on " + server;
    }
}
