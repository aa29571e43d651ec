package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** The rows of an application as its servers have them, by plain SQL past Pinion. */
record ServersRows(MovingServers servers, MovingApplication application) {
    private static final int SHARD_BITS = 15;

    /** Of rows in any order. */
    record Sum(long rows, long checksums) {
        Sum plus(Sum other) {
            return new Sum(rows + other.rows, checksums + other.checksums);
        }
    }

    /** By table, with ids as the article composes them in place of integers. */
    Map<String, Sum> unchangedAtHome() throws SQLException {
        Map<String, Sum> sums = new TreeMap<>();
        try (Connection root = servers.connect(MovingServers.OLD)) {
            for (MovingApplication.Rows rows : application.unchanged()) {
                sums.put(rows.table(), sum(root, rows.home("shop")));
            }
        }
        return sums;
    }

    Map<String, Sum> unchangedOnShards() throws SQLException {
        Map<String, Sum> sums = new TreeMap<>();
        for (int server : MovingServers.PRIMARIES) {
            onShards(
                    server,
                    application.unchanged(),
                    (root, rows, select) -> sums.merge(rows.table(), sum(root, select), Sum::plus));
        }
        return sums;
    }

    Map<String, String> ofClientsAtHome() throws SQLException {
        Map<String, String> all = new TreeMap<>();
        try (Connection root = servers.connect(MovingServers.OLD)) {
            for (MovingApplication.Rows rows : application.ofClients()) {
                addNew(all, JdbcClients.pairs(root, rows.home("shop")));
            }
        }
        return all;
    }

    /** @param on primaries, or standbys */
    Map<String, String> ofClientsOnShards(List<Integer> on) throws SQLException {
        Map<String, String> all = new TreeMap<>();
        for (int server : on) {
            onShards(
                    server,
                    application.ofClients(),
                    (root, rows, select) -> addNew(all, JdbcClients.pairs(root, select)));
        }
        return all;
    }

    private static void addNew(Map<String, String> all, Map<String, String> more) {
        more.forEach((key, value) -> assertThat(all.put(key, value)).as(key).isNull());
    }

    private interface OnShard {
        void select(Connection root, MovingApplication.Rows rows, String select) throws SQLException;
    }

    private void onShards(int server, List<MovingApplication.Rows> all, OnShard look) throws SQLException {
        try (Connection root = servers.connect(server)) {
            for (String database : JdbcClients.column(root, "SHOW DATABASES LIKE 'shop_____'", 1)) {
                for (MovingApplication.Rows rows : all) {
                    look.select(
                            root, rows, rows.shard(database, Integer.parseInt(database.substring("shop".length()))));
                }
            }
        }
    }

    private static Sum sum(Connection root, String select) throws SQLException {
        try (Statement statement = root.createStatement()) {
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(select)) {
                int columns = rows.getMetaData().getColumnCount();
                int[] types = new int[columns + 1];
                for (int column = 1; column <= columns; column++) {
                    String label = rows.getMetaData().getColumnLabel(column);
                    types[column] = label.startsWith("id_") ? Integer.parseInt(label.substring("id_".length())) : 0;
                }
                Sum sum = new Sum(0, 0);
                while (rows.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int column = 1; column <= columns; column++) {
                        String cell = rows.getString(column);
                        row.append(types[column] == 0 || cell == null ? cell : id(types[column], cell))
                                .append('|');
                    }
                    CRC32 checksum = new CRC32();
                    checksum.update(row.toString().getBytes(StandardCharsets.UTF_8));
                    sum = sum.plus(new Sum(1, checksum.getValue()));
                }
                return sum;
            }
        }
    }

    /** On the shard {@code md5(integer) mod 16}. */
    private static long id(int type, String integer) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(integer.getBytes(StandardCharsets.US_ASCII));
            long shard = digest[digest.length - 1] & SHARD_BITS;
            return shard << 46 | (long) type << 36 | Long.parseLong(integer);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
