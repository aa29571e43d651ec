package io.pinion.integration.testing;

import static io.pinion.server.testing.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.bootstrap.RunningProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The same tables on 64 shards of two real servers behind two proxies, and in one database of one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
public abstract class WritesBesideOneServer {
    public static final String PLAIN = "writes_plain";

    public SchemaCluster cluster;
    protected RunningProxy first;
    public RunningProxy second;
    public Connection client;
    public Connection plain;

    @Parameter
    protected ServerProduct product;

    /** Makes the tables on both sides, and tells the last. */
    protected abstract String makeTables() throws SQLException;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    protected void start(@TempDir Path directory) throws Exception {
        cluster = product.openCluster(directory);
        first = cluster.startProxy();
        second = cluster.startProxy();
        client = connect(first);
        plain = cluster.toShard(0);
        run(plain, "DROP DATABASE IF EXISTS " + PLAIN, "CREATE DATABASE " + PLAIN, "USE " + PLAIN);
        String last = makeTables();
        await(() -> knows(last));
    }

    @AfterParameterizedClassInvocation
    protected void stop() throws Exception {
        for (AutoCloseable open : new AutoCloseable[] {client, second, first}) {
            if (open != null) {
                open.close();
            }
        }
        if (plain != null) {
            run(plain, "DROP DATABASE IF EXISTS " + PLAIN);
            plain.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    protected void leaveNoTransaction() throws SQLException {
        run(client, "ROLLBACK");
    }

    protected static long post(int shard, int local) {
        return (long) shard << 46 | 1L << 36 | local;
    }

    /** The ids of pins, six on each of eight shards and then further ones. */
    protected static long pin(int number) {
        return post(number % 8 * 8, number / 8 + 1);
    }

    /** The ids of boards, on shards that have no such pin. */
    protected static long board(int number) {
        return (long) (number * 16 + 5) << 46 | 2L << 36 | (number + 1);
    }

    protected void both(String sql) throws SQLException {
        run(client, sql);
        run(plain, sql);
    }

    /** The same statements on both sides change as many rows, and leave the same. */
    protected void sameOutcome(String from, String columns, String... statements) throws SQLException {
        String rows = "SELECT " + columns + " FROM " + from;
        assertThat(ask(client, rows)).isEqualTo(ask(plain, rows));
        for (String sql : statements) {
            sameCounts(sql);
            assertThat(ask(client, rows)).as(sql).isEqualTo(ask(plain, rows));
        }
    }

    /** Makes a table on both sides. */
    protected void both(String definition, String declared) throws SQLException {
        run(client, definition + " COMMENT 'pinion: " + declared + "'");
        run(plain, definition);
    }

    /** The same statements on both sides change as many rows. */
    protected void sameCounts(String... statements) throws SQLException {
        for (String sql : statements) {
            assertThat(count(client, sql)).as(sql).isEqualTo(count(plain, sql));
        }
    }

    protected static int count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** The different answers of all shards. */
    protected List<String> copies(String select, String table) throws SQLException {
        List<String> answers = new ArrayList<>();
        for (int server = 0; server < 2; server++) {
            try (Connection root = cluster.toShard(server * SchemaCluster.SHARDS / 2)) {
                for (int shard = 0; shard < SchemaCluster.SHARDS / 2; shard++) {
                    String name = SchemaCluster.database(server * SchemaCluster.SHARDS / 2 + shard) + "." + table;
                    answers.addAll(ask(root, select + name));
                }
            }
        }
        return answers.stream().distinct().toList();
    }

    /** A collation that compares byte by byte, spaces at the end too. */
    protected String exact() {
        return switch (product) {
            case MARIADB -> "utf8mb4_nopad_bin";
            case MYSQL97 -> "utf8mb4_0900_bin";
        };
    }

    /** An operator's connection to the first proxy; the caller closes it. */
    protected Connection admin() throws SQLException {
        return admin(first);
    }

    /** An operator's connection; the caller closes it. */
    protected static Connection admin(RunningProxy proxy) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                "admin",
                "admin");
    }

    protected void administer(String statement) throws SQLException {
        try (Connection admin = admin()) {
            run(admin, statement);
        }
    }

    /** The answers of both servers. */
    protected List<String> onBoth(String sql) {
        List<String> lines = new ArrayList<>();
        for (int shard : new int[] {0, SchemaCluster.SHARDS - 1}) {
            try (Connection server = cluster.toShard(shard)) {
                lines.addAll(Jdbc.lines(server, sql));
            } catch (SQLException notYet) {
                // There is no such database yet.
            }
        }
        return lines;
    }

    protected boolean knows(String table) {
        try (Connection other = connect(second)) {
            return !ask(other, "SHOW COLUMNS FROM " + table).isEmpty()
                    && !ask(client, "SHOW COLUMNS FROM " + table).isEmpty();
        } catch (SQLException notYet) {
            return false;
        }
    }

    protected static Connection connect(RunningProxy proxy) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                        + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000"
                        + "&useServerPrepStmts=true&allowLoadLocalInfile=true",
                "app",
                "app");
    }

    /** A client of Pinion whose driver never sends as text what it is told to prepare; the caller closes it. */
    protected Connection preparing(String database) throws SQLException {
        return preparing(second.address().getPort(), database, "app", "app");
    }

    /** As {@link #preparing}, of the one server; the caller closes it. */
    protected Connection preparingOnTheServer() throws SQLException {
        return preparing(cluster.portOfShard(0), PLAIN, "root", cluster.rootPassword(0));
    }

    private static Connection preparing(int port, String database, String user, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000"
                        + "&useServerPrepStmts=true&emulateUnsupportedPstmts=false",
                user,
                password);
    }

    protected static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Rows, their columns joined. */
    protected static List<String> ask(Connection connection, String sql) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    line.append(column == 1 ? "" : " | ").append(rows.getString(column));
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }
}
