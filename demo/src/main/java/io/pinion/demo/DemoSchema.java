package io.pinion.demo;

import io.pinion.operations.server.Dialect;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.ShardId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of the demo's keyspaces, after the article's, with BIGINT where it has INT: an INT can't hold an id.
 * Stated once, for the servers' CREATE TABLE and for the topology document.
 */
record DemoSchema(Dialect dialect) {
    static final DatabasePattern PINTEREST_DATABASES = DatabasePattern.parse("db%05d");
    static final DatabasePattern LOOKUP_DATABASES = DatabasePattern.parse("msdb%05d");
    static final String LEGACY_DATABASE = "legacy";

    /**
     * @param routing the table's fields in the topology document, but for its columns
     * @param columns name → type, as in CREATE TABLE
     * @param key a further clause of CREATE TABLE
     */
    record DemoTable(String name, Map<String, Object> routing, Map<String, String> columns, Optional<String> key) {
        String createIn(String database) {
            List<String> parts = new ArrayList<>();
            columns.forEach((column, type) -> parts.add(column + " " + type));
            key.ifPresent(parts::add);
            return "CREATE TABLE " + database + "." + name + " (" + String.join(", ", parts) + ") ENGINE=InnoDB";
        }
    }

    List<DemoTable> pinterestTables() {
        return List.of(
                object("pins", Map.of("kind", "object", "type", 1, "colocate", "data.board_id")),
                object("boards", Map.of("kind", "object", "type", 2, "colocate", "data.user_id")),
                object("users", Map.of("kind", "object", "type", 3)),
                mapping("board_has_pins", "board_id", "pin_id"),
                mapping("user_has_boards", "user_id", "board_id"));
    }

    List<DemoTable> lookupTables() {
        String exact = " COLLATE " + dialect.exactCollation() + " NOT NULL PRIMARY KEY";
        return List.of(
                hashed("ip_data", "ip", "VARCHAR(45)" + exact, "data", "LONGTEXT NOT NULL"),
                hashed("user_by_name", "username", "VARCHAR(190)" + exact, "user_id", "BIGINT NOT NULL"));
    }

    /** The statements that make one shard's databases in both sharded keyspaces, as one text. */
    String createShard(ShardId shard) {
        StringBuilder sql = new StringBuilder();
        createDatabase(sql, PINTEREST_DATABASES.databaseOf(shard), pinterestTables());
        createDatabase(sql, LOOKUP_DATABASES.databaseOf(shard), lookupTables());
        return sql.toString();
    }

    private static void createDatabase(StringBuilder sql, String database, List<DemoTable> tables) {
        sql.append("CREATE DATABASE ").append(database).append(';');
        for (DemoTable table : tables) {
            sql.append(table.createIn(database)).append(';');
        }
    }

    private static DemoTable object(String name, Map<String, Object> routing) {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("local_id", "BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY");
        columns.put("data", "LONGTEXT NOT NULL");
        columns.put("ts", "TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP");
        return new DemoTable(name, routing, columns, Optional.empty());
    }

    /** The key is in the order in which pages of a board are read: ORDER BY sequence needs no sort. */
    private static DemoTable mapping(String name, String from, String to) {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put(from, "BIGINT NOT NULL");
        columns.put(to, "BIGINT NOT NULL");
        columns.put("sequence", "BIGINT NOT NULL");
        return new DemoTable(
                name,
                Map.of("kind", "mapping", "from", from, "to", to),
                columns,
                Optional.of("PRIMARY KEY (" + from + ", sequence, " + to + ")"));
    }

    private static DemoTable hashed(String name, String key, String keyType, String value, String valueType) {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put(key, keyType);
        columns.put(value, valueType);
        return new DemoTable(name, Map.of("kind", "hashed", "key", key), columns, Optional.empty());
    }
}
