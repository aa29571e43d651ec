package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a server says of itself, by plain SQL.
 *
 * @param lasting databases, rows, accounts but for Pinion's own, replication and whether it takes writes
 * @param written the position of its binary log
 * @param followed how far it has followed another server
 */
record ServerState(List<String> lasting, String written, String followed) {
    static ServerState of(EmptyServers servers, int server) throws SQLException {
        try (Connection root = servers.connect(server)) {
            return BareServer.isMariaDb(root) ? ofMariaDb(root) : ofMySql(root);
        }
    }

    private static ServerState ofMariaDb(Connection root) throws SQLException {
        List<String> lasting = common(root);
        lasting.add("read_only " + JdbcClients.value(root, "SELECT @@GLOBAL.read_only"));
        lasting.add("follows " + JdbcClients.column(root, "SHOW ALL SLAVES STATUS", "Master_Port"));
        return new ServerState(
                lasting,
                JdbcClients.value(root, "SELECT @@GLOBAL.gtid_binlog_pos"),
                JdbcClients.value(root, "SELECT @@GLOBAL.gtid_slave_pos"));
    }

    private static ServerState ofMySql(Connection root) throws SQLException {
        List<String> lasting = common(root);
        lasting.add("read_only " + JdbcClients.value(root, "SELECT @@GLOBAL.read_only"));
        lasting.add("super_read_only " + JdbcClients.value(root, "SELECT @@GLOBAL.super_read_only"));
        lasting.add("follows " + JdbcClients.column(root, "SHOW REPLICA STATUS", "Source_Port"));
        return new ServerState(lasting, JdbcClients.value(root, "SELECT @@GLOBAL.gtid_executed"), "");
    }

    /**
     * The same of a server with transactions of its own. MariaDB takes no earlier place than the end of its own log, and
     * a server that follows nobody doesn't use it.
     */
    ServerState withoutFollowed() {
        return new ServerState(lasting, written, "");
    }

    private static List<String> common(Connection root) throws SQLException {
        List<String> lines = new ArrayList<>(JdbcClients.column(root, "SHOW DATABASES", "Database"));
        for (String account : JdbcClients.column(
                root,
                "SELECT CONCAT(QUOTE(user), '@', QUOTE(host)) account FROM mysql.user WHERE user NOT LIKE 'pinion%'"
                        + " AND user <> '' ORDER BY 1",
                "account")) {
            lines.addAll(JdbcClients.column(root, "SHOW GRANTS FOR " + account, 1));
        }
        if (lines.contains("shop")) {
            lines.add("rows " + JdbcClients.column(root, "CHECKSUM TABLE shop.big, shop.written", "Checksum"));
        }
        return lines;
    }
}
