package io.pinion.integration.schema;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** DDL through two proxies on 64 shards of two real servers: what each of both dialects must do alike. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(400)
abstract class SchemaChanges {
    /** A proxy of its own takes half a minute to start on a busy machine. */
    static final Duration TIMEOUT = Duration.ofMinutes(2);

    static final String MAPPING =
            "(user_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, sequence BIGINT NOT NULL, PRIMARY KEY (user_id, sequence,"
                    + " pin_id)) COMMENT 'pinion: mapping from=user_id ids=pin_id'";

    /** A user of shard 40, which is on the second server. */
    static final long ON_SHARD_40 = 40L << 46 | 1L << 36 | 7;

    SchemaCluster cluster;

    RunningProxy first;

    RunningProxy second;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        cluster = product.openCluster(directory);
        first = cluster.startProxy();
        second = cluster.startProxy();
        try (Connection client = client(first)) {
            run(
                    client,
                    "CREATE TABLE users (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)"
                            + " COMMENT 'pinion: object type=1'");
        }
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        if (second != null) {
            second.close();
        }
        if (first != null) {
            first.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    static Connection client(RunningProxy proxy) throws SQLException {
        return client(proxy, "app", "");
    }

    static Connection client(RunningProxy proxy, String user, String options) throws SQLException {
        return connect(proxy, "pinterest", user, options);
    }

    static Connection connect(RunningProxy proxy, String database, String user, String options) throws SQLException {
        return connect(proxy.address().getPort(), database, user, options);
    }

    static Connection connect(int port, String database, String user, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=120000" + options,
                user,
                user);
    }

    static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static Throwable failure(Connection connection, String sql) {
        try {
            run(connection, sql);
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError(sql + " succeeded");
    }

    static long insert(Connection connection, String sql) throws SQLException {
        return Jdbc.insert(connection, sql);
    }

    /** The first column. */
    static List<String> ask(Connection connection, String sql) throws SQLException {
        return Jdbc.column(connection, sql);
    }

    static List<String> ask(Connection connection, String sql, String column) throws SQLException {
        List<String> cells = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                cells.add(rows.getString(column));
            }
        }
        return cells;
    }

    /** State, shards done, failed and in all, of the latest operation whose statement begins so. */
    List<String> operation(String statement) throws SQLException {
        List<String> latest = List.of();
        try (Connection admin = client(second, "admin", "");
                Statement show = admin.createStatement();
                ResultSet rows = show.executeQuery("SHOW OPERATIONS")) {
            while (rows.next()) {
                if (rows.getString("statement").startsWith(statement)) {
                    latest = List.of(
                            rows.getString("state"),
                            rows.getString("done"),
                            rows.getString("failed"),
                            rows.getString("shards"));
                }
            }
        }
        return latest;
    }

    long numberOf(String statement) throws SQLException {
        long number = 0;
        try (Connection admin = client(second, "admin", "");
                Statement show = admin.createStatement();
                ResultSet rows = show.executeQuery("SHOW OPERATIONS")) {
            while (rows.next()) {
                if (rows.getString("statement").startsWith(statement)) {
                    number = rows.getLong("operation");
                }
            }
        }
        return number;
    }

    List<String> operations() throws SQLException {
        try (Connection admin = client(second, "admin", "")) {
            return ask(admin, "SHOW OPERATIONS");
        }
    }

    /** Where a table differs: the shard and how. */
    List<String> drift(String table) throws SQLException {
        List<String> differences = new ArrayList<>();
        try (Connection admin = client(second, "admin", "");
                Statement show = admin.createStatement();
                ResultSet rows = show.executeQuery("SHOW SCHEMA DRIFT FROM pinterest")) {
            while (rows.next()) {
                if (rows.getString("table").equals(table)) {
                    differences.add(rows.getString("shard") + " " + rows.getString("difference"));
                }
            }
        }
        return differences;
    }

    int shardsWith(String table) throws SQLException {
        int found = 0;
        for (int shard : List.of(0, SchemaCluster.SHARDS - 1)) {
            try (Connection root = cluster.toShard(shard)) {
                found += Integer.parseInt(ask(
                                root,
                                "SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA LIKE 'ddl0%' AND"
                                        + " TABLE_NAME = '" + table + "'")
                        .getFirst());
            }
        }
        return found;
    }

    List<String> waitingForLock(int shard) throws SQLException {
        try (Connection root = cluster.toShard(shard)) {
            return ask(
                    root,
                    "SELECT ID FROM information_schema.PROCESSLIST WHERE STATE LIKE 'Waiting for table metadata lock%'");
        }
    }

    /** Until it is so. */
    static void await(Conditions.Condition condition) {
        Conditions.await("what the schema change leads to", TIMEOUT, condition);
    }
}
