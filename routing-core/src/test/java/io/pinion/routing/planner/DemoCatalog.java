package io.pinion.routing.planner;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Colocation;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.HashedNumbers;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunctions;
import io.pinion.routing.queue.JobQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The demo's cluster, so that a case reads as the demo would answer; plus a keyspace with awkward tables. */
final class DemoCatalog {
    private static final RangeTable TWO_PAIRS =
            new RangeTable(List.of(ShardRange.of(0, 2047, "MySQL001"), ShardRange.of(2048, 4095, "MySQL002")));

    private static final List<String> INDEX_TITLES =
            List.of("Table", "Non_unique", "Key_name", "Seq_in_index", "Column_name");

    private DemoCatalog() {}

    static Catalog demo() {
        return new Catalog(
                        1,
                        List.of(pinterest(), lookup(), imported(), new Keyspace.Single("legacy", "MySQL001")),
                        Optional.of("MySQL001"))
                .with(new KnownSchema(
                        1,
                        Map.of(
                                "pinterest", known(Map.of("photos", photos())),
                                "lookup",
                                        known(Map.of(
                                                "customers",
                                                withUnique("customers", customers(), "id", List.of("team", "login")))),
                                "club",
                                        known(Map.of(
                                                "guests",
                                                withUnique("guests", guests(), "local_id", List.of("name"))))),
                        INFORMATION_COLUMNS));
    }

    /** In which {@code pinterest.pins} is a queue, beside a database that isn't sharded. */
    static Catalog withQueue() {
        Keyspace.Sharded pinterest = (Keyspace.Sharded)
                Optional.ofNullable(demo().keyspace("pinterest")).orElseThrow();
        Map<String, Table> tables = new HashMap<>(pinterest.tables());
        tables.computeIfPresent(
                "pins",
                (name, table) -> table.withQueue(Optional.of(JobQueue.parse("state,updated_at", "NEW:0:1h:1h"))));
        return new Catalog(
                1, List.of(pinterest.withTables(tables), new Keyspace.Single("legacy", "MySQL001")), Optional.empty());
    }

    /** The demo's cluster while its lookups are imported from an unsharded database of their name. */
    static Catalog importing(Importing database, boolean held) {
        Keyspace.Sharded lookup = lookup().withImporting(Optional.of(database));
        RangeTable ranges = lookup.ranges().changed(0, ShardId.MAX, range -> range.withHeld(held));
        return new Catalog(
                        2,
                        List.of(pinterest(), lookup.withRanges(ranges), new Keyspace.Single("legacy", "MySQL001")),
                        Optional.of("MySQL001"))
                .with(demo().schema());
    }

    private static KnownSchema.KnownKeyspace known(Map<String, KnownSchema.KnownTable> tables) {
        return new KnownSchema.KnownKeyspace("utf8mb4", "utf8mb4_general_ci", tables);
    }

    /** A table with a unique key beside its primary one. */
    private static KnownSchema.KnownTable withUnique(
            String table, List<Column> columns, String key, List<String> unique) {
        List<List<@Nullable String>> indexes = new ArrayList<>();
        indexes.add(List.of(table, "0", "PRIMARY", "1", key));
        for (String column : unique) {
            indexes.add(List.of(table, "0", "unique_one", String.valueOf(indexes.size()), column));
        }
        return new KnownSchema.KnownTable(columns, new KnownSchema.ShownRows(INDEX_TITLES, indexes), "");
    }

    /** A table of which the topology states no columns, as a shard has it. */
    private static KnownSchema.KnownTable photos() {
        return new KnownSchema.KnownTable(
                List.of(
                        new Column(
                                "local_id",
                                "bigint(20) unsigned",
                                false,
                                "PRI",
                                Optional.empty(),
                                "auto_increment",
                                Optional.empty(),
                                "of a photo"),
                        new Column(
                                "title",
                                "varchar(30)",
                                true,
                                "MUL",
                                Optional.of("none"),
                                "",
                                Optional.of("utf8mb4_bin"))),
                new KnownSchema.ShownRows(
                        INDEX_TITLES,
                        List.of(
                                List.of("photos", "0", "PRIMARY", "1", "local_id"),
                                List.of("photos", "1", "title", "1", "title"))),
                """
                CREATE TABLE `photos` (
                  `local_id` bigint(20) unsigned NOT NULL AUTO_INCREMENT COMMENT 'of a photo',
                  `title` varchar(30) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'none',
                  PRIMARY KEY (`local_id`),
                  KEY `title` (`title`)
                ) ENGINE=InnoDB AUTO_INCREMENT=8 DEFAULT CHARSET=utf8mb4""");
    }

    /** Some columns of some tables, so that a plan can still be read. */
    private static final Map<String, List<String>> INFORMATION_COLUMNS = Map.of(
            "SCHEMATA", List.of("SCHEMA_NAME", "DEFAULT_COLLATION_NAME"),
            "TABLES", List.of("TABLE_SCHEMA", "TABLE_NAME", "ENGINE"),
            "COLUMNS", List.of("TABLE_SCHEMA", "TABLE_NAME", "COLUMN_NAME", "COLUMN_TYPE"),
            "KEY_COLUMN_USAGE", List.of("TABLE_SCHEMA", "TABLE_NAME", "COLUMN_NAME", "REFERENCED_TABLE_SCHEMA"),
            "ROUTINES", List.of("ROUTINE_SCHEMA", "ROUTINE_NAME"));

    private static Keyspace pinterest() {
        return new Keyspace.Id(
                "pinterest",
                DatabasePattern.parse("db%05d"),
                TWO_PAIRS,
                tables(
                        object("pins", 1, "data.board_id"),
                        object("boards", 2, "data.user_id"),
                        new Table.ObjectTable("users", 3, new Colocation.Anywhere(), Table.ObjectTable.DEFAULT_COLUMNS),
                        mapping("board_has_pins", "board_id", "pin_id"),
                        mapping("user_has_boards", "user_id", "board_id"),
                        new Table.MappingTable(
                                "pin_has_likes",
                                "pin_id",
                                Set.of("pin_id", "user_id"),
                                List.of(
                                        key("pin_id", "bigint"),
                                        key("user_id", "bigint"),
                                        text("note", "varchar(50)"),
                                        Column.of("stars", "int"))),
                        new Table.ObjectTable("photos", 5, new Colocation.Anywhere(), List.of()),
                        new Table.ObjectTable("notes", 4, Colocation.parse("pin_id"), List.of()),
                        new Table.ReferenceTable(
                                "countries", List.of(Column.of("code", "char(2)"), Column.of("name", "varchar(50)"))),
                        new Table.ReferenceTable(
                                "currencies",
                                List.of(
                                        new Column(
                                                "currency_id", "int", false, "PRI", Optional.empty(), "auto_increment"),
                                        text("code", "char(3)"))),
                        new Table.SingleTable(
                                "settings",
                                new ShardId(7),
                                List.of(Column.of("name", "varchar(50)"), Column.of("value", "text")))));
    }

    /** Objects that have come from an unsharded database, and new ones. */
    private static Keyspace imported() {
        return new Keyspace.Id(
                "club",
                DatabasePattern.parse("club%05d"),
                TWO_PAIRS,
                tables(
                        new Table.ObjectTable("guests", 1, new Colocation.Anywhere(), guests())
                                .withHashed(Optional.of(new HashedNumbers(64, 1_000_000))),
                        new Table.MappingTable(
                                "guest_has_visits",
                                "guest_id",
                                Set.of("guest_id"),
                                List.of(Column.of("guest_id", "bigint"), Column.of("at", "datetime")))));
    }

    private static List<Column> guests() {
        return List.of(key("local_id", "bigint unsigned"), text("name", "varchar(50)"));
    }

    /** Numbers of a sequence place them, and two of them don't have one login in a team. */
    private static List<Column> customers() {
        return List.of(
                key("id", "bigint"),
                text("team", "varchar(50)"),
                text("login", "varchar(50)"),
                Column.of("logins", "int"));
    }

    private static Keyspace.Mod lookup() {
        return new Keyspace.Mod(
                "lookup",
                DatabasePattern.parse("msdb%05d"),
                TWO_PAIRS,
                tables(
                        new Table.HashedTable(
                                "ip_data", "ip", List.of(text("ip", "varchar(45)"), text("data", "longtext"))),
                        new Table.HashedTable(
                                "user_by_name",
                                "username",
                                Optional.of("user_id"),
                                List.of(Column.of("username", "varchar(100)"), Column.of("user_id", "bigint"))),
                        hashed("by_int", key("k", "int(5) unsigned zerofill")),
                        hashed("by_bigint", key("k", "bigint")),
                        hashed("by_text", collated("k", "varchar(20)", "utf8mb4_nopad_bin")),
                        hashed("by_latin1", collated("k", "varchar(20)", "latin1_nopad_bin")),
                        hashed("by_char", collated("k", "char(20)", "utf8mb4_nopad_bin")),
                        hashed("by_bytes", key("k", "varbinary(20)")),
                        members(),
                        hashed("by_enum", collated("k", "enum('a','b')", "utf8mb4_bin")),
                        new Table.HashedTable("by_rowid", "k", List.of(key("k", "bigint"), Column.of("_rowid", "int"))),
                        new Table.HashedTable("customers", "id", Optional.of("id"), customers()),
                        new Table.ReferenceTable(
                                "generated",
                                List.of(
                                        text("code", "char(2)"),
                                        new Column(
                                                "made",
                                                "varchar(64)",
                                                false,
                                                "",
                                                Optional.of("concat(_utf8mb4\\'a\\',uuid())"),
                                                "DEFAULT_GENERATED"))),
                        new Table.HashedTable(
                                "counted",
                                "k",
                                List.of(
                                        new Column("k", "bigint", false, "PRI", Optional.empty(), "auto_increment"),
                                        Column.of("n", "int"))),
                        new Table.HashedTable("hiding", "k", hiding()),
                        new Table.HashedTable("hiding_numbers", "k", Optional.of("secret"), hiding()),
                        new Table.ReferenceTable(
                                "hiding_copies",
                                List.of(
                                        new Column("made", "char(36)", false, "", Optional.of("uuid()"), "INVISIBLE"),
                                        text("code", "char(2)"))),
                        new Table.HashedTable("unread", "k", List.of())),
                4096,
                ShardFunctions.byName("md5").orElseThrow(),
                KeyEncoding.UTF8);
    }

    /** Columns of every kind that a row takes along to another shard. */
    private static Table members() {
        return new Table.HashedTable(
                "members",
                "username",
                List.of(
                        collated("username", "varchar(50)", "utf8mb4_nopad_bin"),
                        Column.of("user_id", "bigint"),
                        text("email", "varchar(100)"),
                        Column.of("since", "timestamp"),
                        new Column("shout", "varchar(50)", true, "", Optional.empty(), "STORED GENERATED"),
                        new Column(
                                "changed",
                                "timestamp(3)",
                                false,
                                "",
                                Optional.of("current_timestamp(3)"),
                                "on update current_timestamp(3)")));
    }

    /** One of them is for those only who name it. */
    private static List<Column> hiding() {
        return List.of(
                new Column("secret", "bigint", true, "", Optional.empty(), "INVISIBLE"),
                key("k", "bigint"),
                Column.of("n", "int"));
    }

    private static Table hashed(String name, Column key) {
        return new Table.HashedTable(name, key.name(), List.of(key, Column.of("n", "int"), Column.of("f", "double")));
    }

    private static Column collated(String name, String type, String collation) {
        return new Column(name, type, false, "PRI", Optional.empty(), "", Optional.of(collation));
    }

    private static Table object(String name, int type, String colocation) {
        List<Column> columns = new ArrayList<>(Table.ObjectTable.DEFAULT_COLUMNS);
        columns.set(1, text("data", "longtext"));
        return new Table.ObjectTable(name, type, Colocation.parse(colocation), columns);
    }

    private static Column text(String name, String type) {
        return new Column(name, type, true, "", Optional.empty(), "", Optional.of("utf8mb4_unicode_ci"));
    }

    private static Column key(String name, String type) {
        return new Column(name, type, false, "PRI", Optional.empty(), "");
    }

    private static Table mapping(String name, String from, String to) {
        return new Table.MappingTable(
                name,
                from,
                Set.of(from, to),
                List.of(Column.of(from, "bigint"), Column.of(to, "bigint"), Column.of("sequence", "bigint")));
    }

    private static Map<String, Table> tables(Table... tables) {
        return Stream.of(tables).collect(Collectors.toMap(Table::name, Function.identity()));
    }
}
