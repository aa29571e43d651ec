package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.pair.LooseServers;
import io.pinion.integration.pair.PairStage;
import io.pinion.integration.pair.PairlessCluster;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.MariaDb;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/** A server with a database {@code shop} as a pair of a cluster of two proxies, and two more pairs of one server each. */
record ShopStage(PairStage stage) {
    static final int USERS = Integer.getInteger("pinion.import.users", 2000);

    static final String TABLES = """
            {"users": {"key": "id", "unique": "per shard"}, "orders": {"key": "user_id"},
             "countries": "reference", "old_log": "skip"}""";

    /** The shop is at home. */
    static ShopStage start(ServerProduct product, Path directory, PairSettings pairs) throws Exception {
        return start(product, directory, pairs, "old");
    }

    static ShopStage start(ServerProduct product, Path directory, PairSettings pairs, String home) throws Exception {
        PairStage stage = PairStage.start(product, directory, pairs);
        ShopStage shop = new ShopStage(stage);
        try {
            shop.fill();
            for (String pair : List.of("old", "p1", "p2")) {
                int server = List.of("old", "p1", "p2").indexOf(pair);
                Jdbc.rows(
                        stage.operator(),
                        "CREATE PAIR " + pair + " PRIMARY "
                                + LooseServers.at(stage.servers().all().get(server))
                                + (pair.equals(home) ? " AS HOME" : "") + PairStage.LOGIN);
            }
            return shop;
        } catch (Exception e) {
            stage.stop();
            throw e;
        }
    }

    /** Makes the loose servers ready to be the first ones of three pairs. */
    static void prepare(PairStage stage) throws SQLException {
        for (ManagedServer server : stage.servers().all()) {
            server.unfence();
        }
        if (stage.servers().second().dialect() instanceof MariaDb) {
            // The first two of the loose servers are of one pair, elsewhere.
            stage.servers().second().execute(List.of("SET GLOBAL gtid_domain_id = 8"));
        }
    }

    private void fill() throws SQLException {
        prepare(stage);
        ManagedServer old = home();
        old.execute(List.of(
                "CREATE DATABASE shop CHARACTER SET utf8mb4",
                "CREATE TABLE shop.countries (code CHAR(2) CHARACTER SET ascii PRIMARY KEY, name VARCHAR(40) NOT NULL)",
                "INSERT INTO shop.countries VALUES ('at', 'Austria'), ('fr', 'France'), ('is', 'Iceland')",
                "CREATE TABLE shop.users (id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL,"
                        + " email VARCHAR(80) UNIQUE, turns INT NOT NULL DEFAULT 0, country CHAR(2) CHARACTER SET ascii NOT"
                        + " NULL DEFAULT 'at', CONSTRAINT of_country FOREIGN KEY (country) REFERENCES countries (code))",
                "CREATE TABLE shop.orders (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, user_id BIGINT UNSIGNED NOT NULL,"
                        + " due INT NOT NULL, note VARCHAR(200) COMMENT 'an AUTO_INCREMENT, isn''t it', made TIMESTAMP NOT"
                        + " NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (id), KEY by_user (user_id),"
                        + " CONSTRAINT of_user FOREIGN KEY (user_id) REFERENCES users (id))",
                "CREATE TABLE shop.old_log (line TEXT)",
                "CREATE DATABASE beside",
                "CREATE TABLE beside.notes (id INT PRIMARY KEY, note VARCHAR(20))",
                "INSERT INTO beside.notes VALUES (1, 'stays')"));
        List<String> rows = new ArrayList<>();
        for (int user = 1; user <= USERS; user++) {
            rows.add("('user " + user + "', 'user" + user + "@example.com', '" + (user % 2 == 0 ? "at" : "fr") + "')");
        }
        old.execute(List.of(
                "INSERT INTO shop.users (name, email, country) VALUES " + String.join(", ", rows),
                "INSERT INTO shop.orders (user_id, due, note) SELECT id, id % 100, NULL FROM shop.users",
                "INSERT INTO shop.orders (user_id, due, note) SELECT id, id % 7, 'é ü \\\\ \\'' FROM shop.users"));
    }

    ManagedServer home() {
        return stage.servers().first();
    }

    List<ManagedServer> targets() {
        return stage.servers().all().subList(1, 3);
    }

    PairlessCluster cluster() {
        return stage.cluster();
    }

    Connection operator() {
        return stage.operator();
    }

    static String statement(int shards) {
        return "IMPORT DATABASE shop AS MOD SHARDS " + shards + " ON PAIRS p1, p2 TABLES '" + TABLES + "'";
    }

    /** A client of the proxies in turn, whose current database is the shop. */
    Connection client(int number, boolean prepares) throws SQLException {
        return client(number, prepares, "app");
    }

    Connection client(int number, boolean prepares, String user) throws SQLException {
        return cluster()
                .connect(
                        number % 2,
                        "shop",
                        prepares ? "&useServerPrepStmts=true&cachePrepStmts=true" : "",
                        user,
                        PairlessCluster.PASSWORD);
    }

    /** @return what the operation tells when it waits for its end, has ended or has failed */
    String awaitEnd(String number) throws SQLException {
        long end = System.nanoTime()
                + Duration.ofMinutes(Integer.getInteger("pinion.import.minutes", 5))
                        .toNanos();
        String step = "";
        while (true) {
            List<String> row = Jdbc.rows(operator(), "SHOW OPERATIONS WHERE operation = '" + number + "'")
                    .getFirst();
            String now = row.get(row.size() - 2).replaceFirst("[,:;(0-9].*", "");
            if (!now.equals(step)) {
                step = now;
                System.out.println(Instant.now() + " " + row.get(row.size() - 2));
            }
            if (!row.contains("running") && !row.contains("interrupted")) {
                return String.join(" | ", row);
            }
            if (System.nanoTime() > end) {
                throw new IllegalStateException("it doesn't end: " + row);
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    /** Goes back to the old database, and waits until that is done. */
    void revert(String number) throws SQLException {
        assertThat(Jdbc.rows(operator(), "REVERT OPERATION " + number).toString())
                .contains("it goes on");
        String end = awaitEnd(number);
        System.out.println(end);
        assertThat(end).contains("turned back, after a pause of");
    }

    List<String> shardDatabases() throws SQLException {
        List<String> found = new ArrayList<>();
        for (ManagedServer server : targets()) {
            try (Connection root = server.connection()) {
                found.addAll(Jdbc.column(root, "SHOW DATABASES LIKE 'shop_____'"));
            }
        }
        return found;
    }

    /** By plain SQL on the servers. */
    void requireOrdersOfShards(ShopClients clients) throws SQLException {
        TreeMap<Long, Integer> found = new TreeMap<>();
        for (ManagedServer server : targets()) {
            try (Connection root = server.connection()) {
                for (String database : Jdbc.column(root, "SHOW DATABASES LIKE 'shop_____'")) {
                    for (List<String> row : Jdbc.rows(root, "SELECT id, due FROM " + database + ".orders")) {
                        assertThat(found.put(Long.parseLong(row.get(0)), Integer.parseInt(row.get(1))))
                                .as("order " + row.get(0))
                                .isNull();
                    }
                }
            }
        }
        assertThat(found).containsAllEntriesOf(clients.orders);
        TreeSet<Long> left = new TreeSet<>(found.keySet());
        left.retainAll(clients.deleted.keySet());
        assertThat(left).isEmpty();
        assertThat(found).hasSize(2 * USERS + clients.orders.size());
    }

    void stop() throws Exception {
        stage.stop();
    }
}
