package io.pinion.routing.planner.show;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table of {@code information_schema} whose rows are about databases, or about what Pinion stands in for.
 *
 * @param name in upper case
 * @param schemaColumn the column with the name of a row's database; never NULL, and empty where rows are about none
 * @param shards the rows about a shard's database that become the keyspace's
 */
public record InformationTable(String name, String schemaColumn, Shards shards) {

    /** The columns that both products have in both tables of variables. */
    private static final List<String> OF_VARIABLES = List.of("VARIABLE_NAME", "VARIABLE_VALUE");

    enum Shards {
        /** The rows about tables that the topology names. */
        OF_TABLES,
        /** All rows about a shard's database. */
        ALL,
        /** No rows: sharded keyspaces have tables only. */
        NONE
    }

    private static final Map<String, InformationTable> BY_NAME = Stream.of(
                    new InformationTable("SCHEMATA", "SCHEMA_NAME", Shards.ALL),
                    new InformationTable("SCHEMATA_EXTENSIONS", "SCHEMA_NAME", Shards.ALL),
                    new InformationTable("GLOBAL_VARIABLES", "", Shards.NONE),
                    new InformationTable("SESSION_VARIABLES", "", Shards.NONE),
                    new InformationTable("SYSTEM_VARIABLES", "", Shards.NONE),
                    new InformationTable("CHECK_CONSTRAINTS", "CONSTRAINT_SCHEMA", Shards.ALL),
                    ofTables("TABLES", "TABLE_SCHEMA"),
                    ofTables("TABLES_EXTENSIONS", "TABLE_SCHEMA"),
                    ofTables("COLUMNS", "TABLE_SCHEMA"),
                    ofTables("COLUMNS_EXTENSIONS", "TABLE_SCHEMA"),
                    ofTables("STATISTICS", "TABLE_SCHEMA"),
                    ofTables("KEY_COLUMN_USAGE", "TABLE_SCHEMA"),
                    ofTables("TABLE_CONSTRAINTS", "TABLE_SCHEMA"),
                    ofTables("TABLE_CONSTRAINTS_EXTENSIONS", "CONSTRAINT_SCHEMA"),
                    ofTables("REFERENTIAL_CONSTRAINTS", "CONSTRAINT_SCHEMA"),
                    ofTables("PARTITIONS", "TABLE_SCHEMA"),
                    ofTables("VIEWS", "TABLE_SCHEMA"),
                    ofTables("ST_GEOMETRY_COLUMNS", "TABLE_SCHEMA"),
                    ofTables("COLUMN_STATISTICS", "SCHEMA_NAME"),
                    ofTables("TABLE_PRIVILEGES", "TABLE_SCHEMA"),
                    ofTables("COLUMN_PRIVILEGES", "TABLE_SCHEMA"),
                    new InformationTable("SCHEMA_PRIVILEGES", "TABLE_SCHEMA", Shards.ALL),
                    new InformationTable("ROUTINES", "ROUTINE_SCHEMA", Shards.NONE),
                    new InformationTable("PARAMETERS", "SPECIFIC_SCHEMA", Shards.NONE),
                    new InformationTable("TRIGGERS", "TRIGGER_SCHEMA", Shards.NONE),
                    new InformationTable("EVENTS", "EVENT_SCHEMA", Shards.NONE))
            .collect(Collectors.toUnmodifiableMap(InformationTable::name, Function.identity()));

    private static InformationTable ofTables(String name, String schemaColumn) {
        return new InformationTable(name, schemaColumn, Shards.OF_TABLES);
    }

    /** @return null for tables about the product, or whose rows can't be told by database */
    static @Nullable InformationTable named(String name) {
        return BY_NAME.get(name.toUpperCase(Locale.ROOT));
    }

    boolean listsVariables() {
        return name.endsWith("_VARIABLES");
    }

    /** @param known the columns of this server's tables; null when this one is unknown */
    @Nullable
    List<String> columns(Map<String, List<String>> known) {
        List<String> columns = known.get(name);
        return columns != null || name.equals("SYSTEM_VARIABLES") ? columns : listsVariables() ? OF_VARIABLES : null;
    }

    /** Whether it is about the account that Pinion logs in with, whose rights are more than a user's. */
    public boolean tellsOfAccounts() {
        return name.endsWith("_PRIVILEGES");
    }
}
