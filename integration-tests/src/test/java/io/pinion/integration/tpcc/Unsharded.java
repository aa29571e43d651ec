package io.pinion.integration.tpcc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;

/** The shards' rows, read on their servers and put together in one database of the first server. */
final class Unsharded {
    static final String DATABASE = "tpcc_unsharded";

    private static final int BATCH = 500;

    private Unsharded() {}

    /** Makes the copy; its rows are those that are committed at this moment. */
    static void copy(TpccCluster cluster) throws SQLException {
        try (Connection target = cluster.root(0);
                Statement statement = target.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
            statement.execute("CREATE DATABASE " + DATABASE);
            statement.execute("USE " + DATABASE);
            target.setAutoCommit(false);
            for (String definition : Texts.schema()) {
                String table = definition.split(" ", 4)[2];
                statement.execute(definition);
                int shards = table.equals("item") ? 1 : TpccCluster.SHARDS;
                for (int shard = 0; shard < shards; shard++) {
                    copy(cluster, shard, table, target);
                }
            }
            target.commit();
        }
    }

    private static void copy(TpccCluster cluster, int shard, String table, Connection target) throws SQLException {
        try (Connection source = cluster.rootOfShard(shard);
                Statement select = source.createStatement();
                ResultSet rows = select.executeQuery("SELECT * FROM " + TpccCluster.database(shard) + "." + table)) {
            int columns = rows.getMetaData().getColumnCount();
            try (PreparedStatement insert = target.prepareStatement("INSERT INTO " + table + " VALUES ("
                    + String.join(", ", Collections.nCopies(columns, "?")) + ")")) {
                int waiting = 0;
                while (rows.next()) {
                    for (int column = 1; column <= columns; column++) {
                        insert.setObject(column, rows.getObject(column));
                    }
                    insert.addBatch();
                    if (++waiting % BATCH == 0) {
                        insert.executeBatch();
                    }
                }
                insert.executeBatch();
            }
        }
    }
}
