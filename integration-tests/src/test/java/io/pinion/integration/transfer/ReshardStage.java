package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.pair.LooseServers;
import io.pinion.integration.pair.PairStage;
import io.pinion.integration.pair.PairlessCluster;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.function.ShardFunction;
import io.pinion.routing.function.ShardFunctions;
import io.pinion.server.testing.Conditions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A mod keyspace {@code shop} on the pairs {@code p1} and {@code p2}, with rows; and a pair {@code p3} without. */
record ReshardStage(ShopStage shop, int shards) {
    static final int USERS = Integer.getInteger("pinion.import.users", 2000);
    private static final int ROWS_AT_ONCE = 500;

    static ReshardStage start(ServerProduct product, Path directory, PairSettings pairs, int shards) throws Exception {
        ShopStage shop = new ShopStage(PairStage.start(product, directory, pairs));
        ReshardStage stage = new ReshardStage(shop, shards);
        try {
            ShopStage.prepare(shop.stage());
            for (int server = 0; server < 3; server++) {
                stage.operate("CREATE PAIR p" + (server + 1) + " PRIMARY "
                        + LooseServers.at(stage.servers().get(server)) + PairStage.LOGIN);
            }
            stage.operate("CREATE KEYSPACE shop MOD SHARDS " + shards + " ON PAIRS p1, p2");
            stage.fill();
            return stage;
        } catch (Exception e) {
            shop.stop();
            throw e;
        }
    }

    private void fill() throws SQLException {
        try (Connection client = shop.client(0, false)) {
            Jdbc.execute(
                    client,
                    "CREATE TABLE countries (code CHAR(2) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY, name"
                            + " VARCHAR(40) NOT NULL) COMMENT 'pinion: reference'");
            Jdbc.execute(
                    client,
                    "CREATE TABLE users (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, name VARCHAR(40) NOT NULL, email"
                            + " VARCHAR(80), turns INT NOT NULL DEFAULT 0, country CHAR(2) CHARACTER SET ascii COLLATE"
                            + " ascii_bin NOT NULL DEFAULT 'at', UNIQUE KEY email (email)) COMMENT 'pinion: hashed key=id"
                            + " sequence=id'");
            Jdbc.execute(
                    client,
                    "CREATE TABLE orders (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, user_id BIGINT UNSIGNED NOT NULL, due"
                            + " INT NOT NULL, note VARCHAR(200), made TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, KEY"
                            + " by_user (user_id)) COMMENT 'pinion: hashed key=user_id sequence=id'");
            Jdbc.execute(
                    client,
                    "CREATE TABLE tokens (token VARCHAR(40) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY, uses INT NOT NULL)"
                            + " COMMENT 'pinion: hashed key=token'");
            Jdbc.execute(
                    client,
                    "CREATE TABLE settings (name VARCHAR(20) PRIMARY KEY, value INT) COMMENT 'pinion: single shard="
                            + (shards - 3) + "'");
            Jdbc.execute(client, "INSERT INTO countries VALUES ('at', 'Austria'), ('fr', 'France'), ('is', 'Iceland')");
            Jdbc.execute(client, "INSERT INTO settings VALUES ('colour', 7), ('size', 9)");
            insert(client, "users (name, email)", "('user %1$d', 'user%1$d@example.com')", range());
            insert(client, "tokens (token, uses)", "('tökén %1$d', %1$d)", range());
            List<Long> users = Jdbc.column(client, "SELECT id FROM users").stream()
                    .map(Long::parseLong)
                    .toList();
            insert(client, "orders (user_id, due, note)", "(%1$d, 3, 'é ü \\\\ \\'')", users);
            insert(client, "orders (user_id, due, note)", "(%1$d, 4, NULL)", users);
        }
    }

    private static List<Long> range() {
        List<Long> numbers = new ArrayList<>();
        for (long number = 1; number <= USERS; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    private static void insert(Connection client, String table, String row, List<Long> numbers) throws SQLException {
        try (Statement statement = client.createStatement()) {
            for (int from = 0; from < numbers.size(); from += ROWS_AT_ONCE) {
                String rows = numbers.subList(from, Math.min(numbers.size(), from + ROWS_AT_ONCE)).stream()
                        .map(row::formatted)
                        .collect(Collectors.joining(", "));
                Conditions.await(
                        "numbers",
                        Duration.ofMinutes(5),
                        () -> isInserted(statement, "INSERT INTO " + table + " VALUES " + rows));
            }
        }
    }

    /** The first number of a sequence is counted from the rows of all shards, for longer than a client waits for it. */
    private static boolean isInserted(Statement statement, String sql) throws SQLException {
        try {
            statement.execute(sql);
            return true;
        } catch (SQLException e) {
            if (!String.valueOf(e.getMessage()).contains("there is no number for a new row")) {
                throw e;
            }
            return false;
        }
    }

    List<ManagedServer> servers() {
        return shop.stage().servers().all();
    }

    PairlessCluster cluster() {
        return shop.cluster();
    }

    Connection client(int number, boolean prepares) throws SQLException {
        return shop.client(number, prepares);
    }

    List<List<String>> operate(String statement) throws SQLException {
        return Jdbc.rows(shop.operator(), statement);
    }

    static String statement(int shards, String pairs) {
        return "RESHARD KEYSPACE shop INTO " + shards + " SHARDS ON PAIRS " + pairs;
    }

    /** @return its number */
    String begin(int into, String pairs) throws SQLException {
        return operate(statement(into, pairs)).getFirst().getFirst();
    }

    /** The databases of a pattern on all servers, with their ports. */
    List<String> databases(String pattern) throws SQLException {
        List<String> found = new ArrayList<>();
        for (ManagedServer server : servers()) {
            try (Connection root = server.connection()) {
                Jdbc.column(root, "SHOW DATABASES").stream()
                        .filter(name -> name.matches(pattern))
                        .forEach(name -> found.add(server.port() + " " + name));
            }
        }
        return found;
    }

    /** A row on a shard, by plain SQL. */
    private record Place(int shard, String values) {}

    private TreeMap<String, Place> rows(String table, String key, String values, String prefix) throws SQLException {
        TreeMap<String, Place> found = new TreeMap<>();
        for (ManagedServer server : servers()) {
            try (Connection root = server.connection()) {
                for (String database : Jdbc.column(root, "SHOW DATABASES").stream()
                        .filter(name -> name.matches(prefix + "\\d{5}"))
                        .toList()) {
                    int shard = Integer.parseInt(database.substring(prefix.length()));
                    for (List<String> row : Jdbc.rows(
                            root,
                            "SELECT " + key + ", CONCAT_WS('|', " + values + ") FROM " + database + "." + table)) {
                        assertThat(found.put(row.get(0), new Place(shard, row.get(1))))
                                .as(table + " " + row.get(0) + " twice, in " + database)
                                .isNull();
                    }
                }
            }
        }
        return found;
    }

    /**
     * By plain SQL on the servers: every row is on exactly the shard that its key hashes to, nothing that was
     * acknowledged is missing, and nothing that was deleted is there.
     */
    void requireShards(int count, String hash, String prefix, ShopClients clients) throws SQLException {
        ShardFunction function = ShardFunctions.byName(hash).orElseThrow();
        TreeMap<String, Place> orders = rows("orders", "id", "due, user_id", prefix);
        orders.forEach((id, place) -> assertThat(place.shard())
                .as("order " + id)
                .isEqualTo(shardOf(function, place.values().replaceFirst(".*\\|", ""), count)));
        clients.orders.forEach((id, due) -> assertThat(orders.get(String.valueOf(id)))
                .as("order " + id)
                .satisfies(place -> assertThat(place.values()).startsWith(due + "|")));
        TreeSet<String> left = new TreeSet<>(orders.keySet());
        left.retainAll(clients.deleted.keySet().stream().map(String::valueOf).toList());
        assertThat(left).isEmpty();
        assertThat(orders).hasSize(2 * USERS + clients.orders.size());
        requireTokens(function, count, prefix);
        TreeMap<String, Place> users = rows("users", "id", "email", prefix);
        users.forEach(
                (id, place) -> assertThat(place.shard()).as("user " + id).isEqualTo(shardOf(function, id, count)));
        assertThat(users.values().stream().map(Place::values).filter(email -> email.startsWith("user")))
                .hasSize(USERS)
                .doesNotHaveDuplicates();
        requireOthers(count, prefix);
    }

    private void requireTokens(ShardFunction function, int count, String prefix) throws SQLException {
        TreeMap<String, Place> tokens = rows("tokens", "token", "uses", prefix);
        assertThat(tokens).hasSize(USERS);
        tokens.forEach((token, place) -> {
            assertThat(place.shard()).as(token).isEqualTo(shardOf(function, token, count));
            assertThat(token).isEqualTo("tökén " + place.values());
        });
    }

    /** The reference table is on each shard, and the table of one shard on one. */
    private void requireOthers(int count, String prefix) throws SQLException {
        int shards = 0;
        List<String> settings = new ArrayList<>();
        for (ManagedServer server : servers()) {
            try (Connection root = server.connection()) {
                for (String database : Jdbc.column(root, "SHOW DATABASES").stream()
                        .filter(name -> name.matches(prefix + "\\d{5}"))
                        .toList()) {
                    shards++;
                    assertThat(Jdbc.column(root, "SELECT name FROM " + database + ".countries ORDER BY code"))
                            .containsExactly("Austria", "France", "Iceland");
                    if (Jdbc.column(root, "SHOW TABLES FROM " + database).contains("settings")) {
                        settings.addAll(Jdbc.column(root, "SELECT value FROM " + database + ".settings"));
                    }
                }
            }
        }
        assertThat(shards).isEqualTo(count);
        assertThat(settings).containsExactlyInAnyOrder("7", "9");
    }

    /** Whether two keys are on two of so many shards by md5, and on one of fewer. */
    static boolean meet(String one, String other, int apart, int together) {
        ShardFunction md5 = ShardFunctions.byName("md5").orElseThrow();
        return shardOf(md5, one, apart) != shardOf(md5, other, apart)
                && shardOf(md5, one, together) == shardOf(md5, other, together);
    }

    private static int shardOf(ShardFunction function, String key, int count) {
        return function.shardOf(key.getBytes(StandardCharsets.UTF_8), count);
    }

    void stop() throws Exception {
        shop.stop();
    }
}
