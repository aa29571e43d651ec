package io.pinion.demo;

import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.function.ShardFunctions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;

/** Makes the demo's databases and the rows that "Sharding Pinterest" shows. */
public final class DemoData {
    public static final GlobalId PIN = new GlobalId(241294492511762325L);
    public static final GlobalId BOARD = new GlobalId(241294561224164665L);
    public static final GlobalId USER = new GlobalId(241294629943640797L);
    public static final String PIN_JSON =
            "{\"details\": \"New Star Wars character\", \"link\": \"http://webpage.com/asdf\"," + " \"user_id\": "
                    + USER + ", \"board_id\": " + BOARD + "}";
    public static final String BOARD_JSON = "{\"name\": \"Star Wars\", \"user_id\": " + USER + "}";
    public static final String USER_JSON = "{\"username\": \"leia\", \"name\": \"Leia\"}";
    public static final String USERNAME = "leia";
    public static final String IP = "1.2.3.4";
    public static final String IP_JSON = "{\"visits\": 1}";

    /** The article's date, in seconds as its sequences are. */
    public static final long SEQUENCE = 1_439_856_000L;

    /** Servers in the trial were busiest with this many clients; with more, clients only waited for each other. */
    private static final int CLIENTS = 4;

    private final ManagedServer server;
    private final DemoSchema schema;

    DemoData(ManagedServer server) {
        this.server = server;
        this.schema = new DemoSchema(server.dialect());
    }

    /** The shards that the rows live on. */
    static NavigableSet<Integer> shards() {
        return new TreeSet<>(List.of(
                PIN.shard().number(),
                lookupShard(IP).number(),
                lookupShard(USERNAME).number()));
    }

    /** The shard of a key in the keyspace {@code lookup}. */
    public static ShardId lookupShard(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        return new ShardId(ShardFunctions.byName("md5").orElseThrow().shardOf(bytes, DemoShape.SHARDS));
    }

    /**
     * Makes the databases of {@code shards}, empty.
     *
     * @param made is told 1 after each shard, by several threads
     */
    void create(NavigableSet<Integer> shards, IntConsumer made) throws IOException {
        Queue<Integer> waiting = new ConcurrentLinkedQueue<>(shards);
        List<Parallel.Task> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(() -> {
                try (Connection connection = server.connection();
                        Statement statement = connection.createStatement()) {
                    for (Integer shard = waiting.poll(); shard != null; shard = waiting.poll()) {
                        statement.execute(schema.createShard(new ShardId(shard)));
                        made.accept(1);
                    }
                }
            });
        }
        Parallel.run(clients);
    }

    /** Makes the database of the keyspace {@code legacy}, empty. */
    void createLegacy() throws SQLException {
        server.execute(List.of("CREATE DATABASE IF NOT EXISTS " + DemoSchema.LEGACY_DATABASE));
    }

    /** Writes those of the article's rows that live on {@code shards}. */
    void insertRows(NavigableSet<Integer> shards) throws SQLException {
        if (shards.contains(PIN.shard().number())) {
            String database = DemoSchema.PINTEREST_DATABASES.databaseOf(PIN.shard());
            server.execute(List.of(
                    object(database + ".pins", PIN, PIN_JSON),
                    object(database + ".boards", BOARD, BOARD_JSON),
                    object(database + ".users", USER, USER_JSON),
                    mapping(database + ".board_has_pins", BOARD, PIN),
                    mapping(database + ".user_has_boards", USER, BOARD)));
        }
        insertLookup(shards, IP, "ip_data", "'" + IP_JSON + "'");
        insertLookup(shards, USERNAME, "user_by_name", USER.toString());
    }

    private void insertLookup(NavigableSet<Integer> shards, String key, String table, String value)
            throws SQLException {
        ShardId shard = lookupShard(key);
        if (shards.contains(shard.number())) {
            String database = DemoSchema.LOOKUP_DATABASES.databaseOf(shard);
            server.execute(List.of("INSERT INTO " + database + "." + table + " VALUES ('" + key + "', " + value + ")"));
        }
    }

    private static String object(String table, GlobalId id, String json) {
        return "INSERT INTO " + table + " (local_id, data) VALUES (" + id.local() + ", '" + json + "')";
    }

    private static String mapping(String table, GlobalId from, GlobalId to) {
        return "INSERT INTO " + table + " VALUES (" + from + ", " + to + ", " + SEQUENCE + ")";
    }
}
