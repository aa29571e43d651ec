package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Makes a server again what it was before any test, as root. */
final class BareServer {
    private static final Set<String> SYSTEM = Set.of("information_schema", "mysql", "performance_schema", "sys");

    private BareServer() {}

    static boolean isMariaDb(Connection root) throws SQLException {
        return JdbcClients.value(root, "SELECT VERSION()").contains("MariaDB");
    }

    /** It follows nobody, takes writes, and has none of Pinion's accounts. */
    static void leavePair(Connection root) throws SQLException {
        String replica = isMariaDb(root) ? "SLAVE" : "REPLICA";
        JdbcClients.execute(
                root,
                "STOP " + replica,
                "RESET " + replica + " ALL",
                "SET GLOBAL read_only=0",
                "SET SESSION sql_log_bin=0");
        List<String> drops = new ArrayList<>();
        JdbcClients.column(
                        root,
                        "SELECT CONCAT(QUOTE(user), '@', QUOTE(host)) FROM mysql.user WHERE user LIKE 'pinion%'",
                        1)
                .forEach(account -> drops.add("DROP USER " + account));
        JdbcClients.execute(root, drops.toArray(String[]::new));
    }

    /** The same, without data and without transactions in its log. */
    static void empty(Connection root) throws SQLException {
        leavePair(root);
        for (String database : JdbcClients.column(root, "SHOW DATABASES", 1)) {
            if (!SYSTEM.contains(database)) {
                JdbcClients.execute(root, "DROP DATABASE `" + database + "`");
            }
        }
        if (isMariaDb(root)) {
            JdbcClients.execute(root, "RESET MASTER", "SET GLOBAL gtid_slave_pos=''");
        } else {
            JdbcClients.execute(root, "RESET BINARY LOGS AND GTIDS");
        }
    }
}
