package io.pinion.operations.server.sql;

/** A table on a server, with its database. */
public record TableName(String database, String table) {
    /** The name for statements under every sql_mode. */
    public String quoted() {
        return SqlText.quoteName(database) + "." + SqlText.quoteName(table);
    }

    /** The name for messages. */
    @Override
    public String toString() {
        return database + "." + table;
    }
}
