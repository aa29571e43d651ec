package io.pinion.routing.catalog;

import java.util.List;

/** The databases that servers have of themselves. */
public final class SystemDatabases {
    /** In small letters; names of databases differ in case alone on some servers. */
    public static final List<String> ALL = List.of("mysql", "sys", "performance_schema", "information_schema");

    private SystemDatabases() {}
}
