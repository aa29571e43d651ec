package io.pinion.dist;

import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The keyspace pinterest on pairs, with rows in each of its shards, and two proxies, which export to one directory. */
record ExportedCluster(EmptyServers servers, TwinProxies proxies, int shards, Path exports) {
    private static final Duration LONGEST = Duration.ofMinutes(30);

    /**
     * @param rows of all shards
     * @param parts gets all that must be ended, also when this fails
     */
    static ExportedCluster start(Path directory, int shards, int rows, Parts parts) throws Exception {
        EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
        parts.push(zooKeeper);
        EmptyServers servers = EmptyServers.start(directory.resolve("servers"));
        parts.push(servers);
        InstalledPinion pinion = InstalledPinion.unpackedInto(Files.createDirectories(directory.resolve("host")));
        Path exports = Files.createDirectories(directory.resolve("exports"));
        TwinProxies proxies =
                TwinProxies.start(pinion, zooKeeper, servers.version(), "exports:\n  directory: " + exports + "\n");
        parts.push(proxies);
        ExportedCluster cluster = new ExportedCluster(servers, proxies, shards, exports);
        cluster.create();
        cluster.fill(rows / shards);
        return cluster;
    }

    private int pairs() {
        return servers.addresses().size() / 2;
    }

    private void create() throws Exception {
        List<String> names = new ArrayList<>();
        for (int pair = 0; pair < pairs(); pair++) {
            names.add("p" + (pair + 1));
            proxies.createPair(
                    servers.rootPassword(),
                    names.getLast(),
                    servers.addresses().get(2 * pair),
                    "standby",
                    servers.addresses().get(2 * pair + 1));
        }
        try (Connection client = proxies.connect(0)) {
            JdbcClients.execute(
                    client,
                    "CREATE KEYSPACE pinterest ID SHARDS " + shards + " ON PAIRS " + String.join(", ", names),
                    "CREATE TABLE pinterest.pins (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT,"
                            + " likes INT NOT NULL, price DECIMAL(9,2), ts TIMESTAMP NULL) COMMENT 'pinion: object'");
        }
    }

    private void fill(int rowsOfShard) throws Exception {
        for (int shard = 0; shard < shards; shard++) {
            try (Connection root = primary(shard)) {
                boolean mariaDb = BareServer.isMariaDb(root);
                JdbcClients.execute(
                        root,
                        "SET SESSION " + (mariaDb ? "max_recursive_iterations" : "cte_max_recursion_depth") + "="
                                + (rowsOfShard + 1),
                        "INSERT INTO " + table(shard) + " (data, likes, price, ts)"
                                + " WITH RECURSIVE seq AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM seq WHERE i < "
                                + rowsOfShard
                                + ") SELECT CONCAT('{\"title\": \"pin ', i, '\", \"text\": \"', SHA2(CONCAT("
                                + shard + ", '-', i), 512), '\", \"board_id\": 241294561224164665}'), i * 7 % 1000,"
                                + " i / 100, FROM_UNIXTIME(1700000000 + i) FROM seq");
            }
        }
        for (int shard : List.of(0, shards - 1)) {
            awaitOnStandby(shard, rowsOfShard);
        }
        for (int pair = 0; pair < pairs(); pair++) {
            awaitOnStandby((pair + 1) * shards / pairs() - 1, rowsOfShard);
        }
    }

    private void awaitOnStandby(int shard, int rows) throws Exception {
        long end = System.nanoTime() + LONGEST.toNanos();
        try (Connection standby = standby(shard)) {
            String count = "SELECT COUNT(*) FROM " + table(shard);
            while (!JdbcClients.value(standby, count).equals("" + rows)) {
                if (System.nanoTime() > end) {
                    throw new AssertionError("the standby of shard " + shard + " doesn't get its rows");
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    String table(int shard) {
        return "pinterest%05d.pins".formatted(shard);
    }

    private Connection primary(int shard) throws SQLException {
        return servers.connect(2 * (shard * pairs() / shards));
    }

    Connection standby(int shard) throws SQLException {
        return servers.connect(2 * (shard * pairs() / shards) + 1);
    }

    /** How many rows the primaries have read since they were started. */
    long readOnPrimaries() throws SQLException {
        long read = 0;
        for (int pair = 0; pair < pairs(); pair++) {
            try (Connection root = servers.connect(2 * pair)) {
                read += JdbcClients.pairs(root, "SHOW GLOBAL STATUS LIKE 'Innodb_rows_read'").values().stream()
                        .mapToLong(Long::parseLong)
                        .sum();
            }
        }
        return read;
    }
}
