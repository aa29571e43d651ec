package io.pinion.operations.server.sql;

/** A table as servers know it. */
public record TableName(String database, String table) {
    /** As statements name it under every sql_mode. */
    public String quoted() {
        return SqlText.quoteName(database) + "." + SqlText.quoteName(table);
    }

    /** As people do. */
    @Override
    public String toString() {
        return database + "." + table;
    }
}
