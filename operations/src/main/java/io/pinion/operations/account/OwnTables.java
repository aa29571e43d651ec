package io.pinion.operations.account;

import io.pinion.routing.catalog.OwnDatabases;
import java.util.List;

/** What must be on a server before accounts can be granted rights on it. */
final class OwnTables {
    static final List<String> CREATE = List.of(
            "CREATE DATABASE IF NOT EXISTS " + OwnDatabases.PINION,
            OwnDatabases.CREATE_DECISIONS,
            "CREATE DATABASE IF NOT EXISTS " + OwnDatabases.GATHER);

    private OwnTables() {}
}
