package io.pinion.integration.writes;

import static io.pinion.server.testing.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ProxyProcess;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.bootstrap.RunningProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Numbers of sequences over 64 shards of two real servers, from several proxies at once. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@OnEachServer
class SequenceIT {
    static final String VISITS = " (ip VARCHAR(45) COLLATE utf8mb4_bin NOT NULL, visit_id BIGINT NOT NULL PRIMARY"
            + " KEY COMMENT 'pinion: sequence', n INT) CHARACTER SET utf8mb4 COMMENT 'pinion: hashed key=ip'";

    private SchemaCluster cluster;
    private RunningProxy first;
    private RunningProxy second;
    Connection client;
    private Connection other;
    private Path directory;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        this.directory = directory;
        cluster = product.openCluster(directory);
        first = cluster.startProxy();
        second = cluster.startProxy();
        client = connect(first.address().getPort());
        other = connect(second.address().getPort());
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        for (AutoCloseable open : new AutoCloseable[] {client, other, second, first, cluster}) {
            if (open != null) {
                open.close();
            }
        }
    }

    @AfterEach
    void leaveNoTransaction() throws SQLException {
        run(client, "ROLLBACK", "SET sql_mode = DEFAULT");
    }

    // --- the numbers of a statement

    @Test
    void rowsGetTheirNumbersInOrderAndTheClientTheFirst() throws Exception {
        create("visits", VISITS);
        assertThat(insert(client, "INSERT INTO visits (ip) VALUES ('a')")).containsExactly(1L);
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("1");
        assertThat(insert(client, "INSERT INTO visits (ip) VALUES ('b'), ('c'), ('d'), ('e')"))
                .startsWith(2L);
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("2");
        assertThat(ask(client, "SELECT CONCAT(ip, visit_id) FROM visits ORDER BY visit_id"))
                .containsExactly("a1", "b2", "c3", "d4", "e5");
        assertThat(insert(client, "INSERT INTO visits SET ip = 'f'")).containsExactly(6L);
        assertThat(insert(client, "REPLACE INTO visits (ip, visit_id) VALUES ('g', NULL)"))
                .containsExactly(7L);
        assertThat(insert(client, "INSERT INTO visits VALUES ('h', 0, 1), ('i', DEFAULT, 1)"))
                .startsWith(8L);
        assertThat(ask(client, "SELECT visit_id FROM visits WHERE ip = 'i'")).containsExactly("9");
        run(client, "SET sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')");
        run(client, "INSERT INTO visits VALUES ('j', 0, 1)");
        assertThat(ask(client, "SELECT visit_id FROM visits WHERE ip = 'j'")).containsExactly("0");
    }

    @Test
    void preparedStatementsGetTheirs() throws Exception {
        create("bound", VISITS);
        try (Connection binary = connect(first.address().getPort(), "&useServerPrepStmts=true");
                PreparedStatement insert = binary.prepareStatement(
                        "INSERT INTO bound (ip, visit_id, n) VALUES (?, ?, ?), (?, ?, ?)",
                        Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, "it's");
            insert.setNull(2, java.sql.Types.BIGINT);
            insert.setInt(3, -7);
            insert.setString(4, "b\\");
            insert.setLong(5, 0);
            insert.setInt(6, 8);
            assertThat(insert.executeUpdate()).isEqualTo(2);
            assertThat(keys(insert)).startsWith(1L);
            assertThat(insert.executeUpdate()).isEqualTo(2);
            assertThat(keys(insert)).startsWith(3L);
        }
        assertThat(ask(client, "SELECT CONCAT_WS(' ', ip, visit_id, n) FROM bound ORDER BY visit_id"))
                .containsExactly("it's 1 -7", "b\\ 2 8", "it's 3 -7", "b\\ 4 8");
    }

    @Test
    void mappingsAndRowsOfQueriesGetTheirs() throws Exception {
        run(
                client,
                "CREATE TABLE pinterest.boards (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY) COMMENT 'pinion:"
                        + " object type=1'",
                "CREATE TABLE pinterest.board_texts (board_id BIGINT NOT NULL, text_id BIGINT NOT NULL, words VARCHAR(20),"
                        + " PRIMARY KEY (board_id, text_id)) COMMENT 'pinion: mapping from=board_id sequence=text_id'");
        await(() -> knows(client, "pinterest.board_texts"));
        long one = 3L << 46 | 1L << 36 | 1;
        long two = 40L << 46 | 1L << 36 | 1;
        assertThat(insert(
                        client,
                        "INSERT INTO pinterest.board_texts (board_id, words) VALUES (" + one + ", 'x'), (" + two
                                + ", 'y')"))
                .startsWith(1L);
        run(
                client,
                "INSERT INTO pinterest.board_texts (board_id, words) SELECT board_id, UPPER(words) FROM"
                        + " pinterest.board_texts ORDER BY text_id");
        assertThat(ask(client, "SELECT CONCAT(text_id, words) FROM pinterest.board_texts ORDER BY text_id"))
                .hasSize(4)
                .startsWith("1x", "2y");
        assertThat(ask(client, "SELECT DISTINCT text_id FROM pinterest.board_texts"))
                .containsExactlyInAnyOrder("1", "2", "3", "4");
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("3");
    }

    @Test
    void insertIdsOfRowsThatAreNotNewAreNotInvented() throws Exception {
        create(
                "named",
                " (ip VARCHAR(45) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY, visit_id BIGINT NOT NULL COMMENT 'pinion:"
                        + " sequence', n INT) CHARACTER SET utf8mb4 COMMENT 'pinion: hashed key=ip'");
        assertThat(insert(client, "INSERT INTO named (ip) VALUES ('a')")).containsExactly(1L);
        assertThat(insert(client, "INSERT IGNORE INTO named (ip) VALUES ('a')")).isEmpty();
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("1");
        assertThat(insert(client, "INSERT IGNORE INTO named (ip) VALUES ('b')")).containsExactly(3L);
        String upsert = "INSERT INTO named (ip) VALUES ('%s') ON DUPLICATE KEY UPDATE n = 5%s";
        String kept = ", visit_id = LAST_INSERT_ID(visit_id)";
        run(client, upsert.formatted("a", ""));
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("3");
        run(client, upsert.formatted("a", kept));
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("1");
        run(client, upsert.formatted("c", kept));
        assertThat(ask(client, "SELECT LAST_INSERT_ID()"))
                .isEqualTo(ask(client, "SELECT visit_id FROM named WHERE ip = 'c'"));
    }

    // --- the counter

    @Test
    void aNumberThatIsGivenMovesTheCounter() throws Exception {
        create("given", VISITS);
        run(client, "INSERT INTO given (ip) VALUES ('a')");
        run(client, "INSERT INTO given (ip, visit_id) VALUES ('b', 5), ('c', 70000)");
        assertThat(insert(client, "INSERT INTO given (ip) VALUES ('d')")).containsExactly(70001L);
        run(client, "UPDATE given SET visit_id = 90000 WHERE ip = 'b'");
        assertThat(insert(client, "INSERT INTO given (ip) VALUES ('e')")).containsExactly(90001L);
        await(() -> knows(other, "given"));
        assertThat(insert(other, "INSERT INTO given (ip) VALUES ('f')").getFirst())
                .isGreaterThan(90001L);
    }

    @Test
    void aRollbackGivesNoNumberBackAndTheCounterCommitsNothing() throws Exception {
        create("undone", VISITS);
        run(client, "BEGIN", "INSERT INTO undone (ip) VALUES ('a')", "ROLLBACK");
        assertThat(insert(client, "INSERT INTO undone (ip) VALUES ('b')")).containsExactly(2L);
        assertThat(ask(client, "SELECT ip FROM undone")).containsExactly("b");
    }

    @Test
    void aTableWithRowsIsCountedWhenItIsDeclared() throws Exception {
        for (int shard = 0; shard < SchemaCluster.SHARDS; shard++) {
            cluster.onShard(
                    shard,
                    "CREATE TABLE " + SchemaCluster.modDatabase(shard)
                            + ".older (ip VARCHAR(45) NOT NULL, n BIGINT NOT NULL)");
        }
        cluster.onShard(63, "INSERT INTO " + SchemaCluster.modDatabase(63) + ".older VALUES ('x', 4711)");
        try (Connection admin = connect(first.address().getPort(), "", "admin")) {
            run(admin, "DECLARE TABLE lookup.older AS 'hashed key=ip sequence=n'");
        }
        await(() -> knows(client, "older"));
        assertThat(insert(client, "INSERT INTO older (ip) VALUES ('y')")).containsExactly(4712L);
        run(client, "RENAME TABLE older TO renamed");
        await(() -> knows(client, "renamed"));
        assertThat(insert(client, "INSERT INTO renamed (ip) VALUES ('z')")).containsExactly(4713L);
    }

    @Test
    void aCounterThatAnotherServerHasKeptIsCountedAnew() throws Exception {
        create("promoted", VISITS);
        run(client, "INSERT INTO promoted (ip) VALUES ('a')");
        // As a promotion leaves it that has lost the last blocks.
        counter("UPDATE %s SET next_number = 1, server_id = server_id + 1 WHERE sequence = 'promoted.visit_id'");
        await(() -> knows(other, "promoted"));
        assertThat(insert(other, "INSERT INTO promoted (ip) VALUES ('b')").getFirst())
                .isGreaterThan(100_000L);
    }

    @Test
    void aCounterThatCannotCountIsToldAndNothingIsWritten() throws Exception {
        create("full", VISITS);
        run(client, "INSERT INTO full (ip) VALUES ('a')");
        counter("UPDATE %s SET next_number = 9223372036854775800 WHERE sequence = 'full.visit_id'");
        await(() -> knows(other, "full"));
        assertThatThrownBy(() -> run(other, "INSERT INTO full (ip) VALUES ('b')"))
                .hasMessageContaining("there is no number for a new row's lookup.full.visit_id")
                .hasMessageContaining("its counter in ddlm00000 on pair pair1");
        assertThat(ask(other, "SELECT ip FROM full")).containsExactly("a");
    }

    // --- views in the place of tables, whose functions would run with the rights of the account data

    @Test
    void aViewInPlaceOfTheCounterRunsNothing() throws Exception {
        create("swapped", VISITS);
        run(client, "INSERT INTO swapped (ip) VALUES ('a')");
        await(() -> knows(other, "swapped"));
        String database = SchemaCluster.modDatabase(0);
        requireNothingRun(0, "pinion_sequences", "swapped", "its counter in " + database + " on pair pair1");
    }

    @Test
    void aViewInPlaceOfATableThatIsCountedRunsNothing() throws Exception {
        create("recounted", VISITS);
        await(() -> knows(other, "recounted"));
        requireNothingRun(40, "recounted", "recounted", "");
    }

    /** While a view stands in the place of {@code replaced}, the table {@code numbered} gets no row, and nothing of it runs. */
    private void requireNothingRun(int shard, String replaced, String numbered, String told) throws Exception {
        String database = SchemaCluster.modDatabase(shard);
        String insert = "INSERT INTO " + numbered + " (ip) VALUES ('b')";
        replaceByView(shard, database, replaced);
        try {
            assertThatThrownBy(() -> run(other, insert))
                    .hasMessageContaining("'" + database + "." + replaced + "' is not ")
                    .hasMessageContaining(told)
                    .extracting(e -> ((SQLException) e).getErrorCode())
                    .isEqualTo(1347);
            assertNothingTaken(shard, database);
        } finally {
            giveBack(shard, database, replaced);
        }
        run(other, insert);
    }

    private void replaceByView(int shard, String database, String table) throws SQLException {
        cluster.onShard(shard, "CREATE TABLE " + database + ".taken (account VARCHAR(100))");
        cluster.onShard(
                shard,
                "CREATE FUNCTION " + database
                        + ".take() RETURNS INT DETERMINISTIC MODIFIES SQL DATA SQL SECURITY INVOKER BEGIN"
                        + " INSERT INTO " + database + ".taken VALUES (CURRENT_USER()); RETURN 1; END");
        cluster.onShard(shard, "RENAME TABLE " + database + "." + table + " TO " + database + ".away");
        cluster.onShard(
                shard,
                "CREATE SQL SECURITY INVOKER VIEW " + database + "." + table + " AS SELECT * FROM " + database
                        + ".away WHERE " + database + ".take() = 1");
    }

    private void giveBack(int shard, String database, String table) throws SQLException {
        cluster.onShard(shard, "DROP VIEW " + database + "." + table);
        cluster.onShard(shard, "RENAME TABLE " + database + ".away TO " + database + "." + table);
        cluster.onShard(shard, "DROP FUNCTION " + database + ".take");
        cluster.onShard(shard, "DROP TABLE " + database + ".taken");
    }

    private void assertNothingTaken(int shard, String database) throws SQLException {
        try (Connection root = cluster.toShard(shard)) {
            assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM " + database + ".taken"))
                    .isEqualTo("0");
        }
    }

    /** As while its pair gets another primary, or its shard moves. */
    @Test
    void rowsWaitWhileTheirCounterIsRefused() throws Exception {
        create("waiting", VISITS);
        run(client, "INSERT INTO waiting (ip) VALUES ('a')");
        await(() -> knows(other, "waiting"));
        String fence = SchemaCluster.modDatabase(0) + ".fence";
        counter("CREATE TRIGGER " + fence + " BEFORE UPDATE ON %s FOR EACH ROW SIGNAL SQLSTATE 'HY000'"
                + " SET MYSQL_ERRNO = 1290, MESSAGE_TEXT = 'refused'");
        try (Connection server = cluster.toShard(0)) {
            CompletableFuture<List<Long>> inserted = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return insert(other, "INSERT INTO waiting (ip) VALUES ('b')");
                        } catch (SQLException e) {
                            throw new CompletionException(e);
                        }
                    },
                    task -> Thread.ofVirtual().start(task));
            int updates = updates(server);
            await(() -> inserted.isDone() || updates(server) > updates + 3);
            assertThat(inserted).isNotDone();

            Jdbc.execute(server, "DROP TRIGGER " + fence);

            assertThat(inserted.get(60, TimeUnit.SECONDS).getFirst()).isGreaterThan(1L);
        } finally {
            cluster.onShard(0, "DROP TRIGGER IF EXISTS " + fence);
        }
    }

    private static int updates(Connection server) {
        try {
            return Integer.parseInt(Jdbc.rows(server, "SHOW GLOBAL STATUS LIKE 'Com_update'")
                    .getFirst()
                    .get(1));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    // --- several proxies

    @Test
    void noNumberIsGivenTwiceThoughAProxyIsKilled() throws Exception {
        create("crowd", VISITS);
        await(() -> knows(other, "crowd"));
        Set<Long> seen = new HashSet<>();
        ConcurrentLinkedQueue<Long> told = new ConcurrentLinkedQueue<>();
        AtomicInteger fromKilled = new AtomicInteger();
        try (ProxyProcess third = new ProxyProcess(
                        directory.resolve("third"), cluster.zooKeeper().connectString(), SchemaCluster.CLUSTER);
                ExecutorService threads = Executors.newFixedThreadPool(6)) {
            third.start();
            List<Future<?>> working = new ArrayList<>();
            for (int port : List.of(first.address().getPort(), second.address().getPort())) {
                for (int client = 0; client < 2; client++) {
                    String name = port + "-" + client;
                    working.add(threads.submit(() -> {
                        insertMany(port, name, 400, told, new AtomicInteger());
                        return null;
                    }));
                }
            }
            Future<?> killed = threads.submit(() -> {
                try {
                    insertMany(third.port(), "third", Integer.MAX_VALUE, told, fromKilled);
                } catch (SQLException gone) {
                    // As it is meant.
                }
            });
            await(() -> fromKilled.get() > 20);
            third.kill9();
            killed.get();
            third.start();
            insertMany(third.port(), "again", 50, told, new AtomicInteger());
            for (Future<?> each : working) {
                each.get();
            }
        }
        told.forEach(
                number -> assertThat(seen.add(number)).as("%s twice", number).isTrue());
        assertThat(ask(
                        client,
                        "SELECT COUNT(*) = COUNT(DISTINCT visit_id), COUNT(*) >= " + seen.size() * 2 + " FROM crowd"))
                .containsExactly("1 1");
    }

    private static void insertMany(
            int port, String name, int times, ConcurrentLinkedQueue<Long> told, AtomicInteger done)
            throws SQLException {
        try (Connection client = connect(port);
                Statement statement = client.createStatement()) {
            for (int i = 0; i < times; i++) {
                statement.executeUpdate(
                        "INSERT INTO crowd (ip) VALUES ('" + name + "-" + i + "'), ('" + name + "+" + i + "')",
                        Statement.RETURN_GENERATED_KEYS);
                told.add(keys(statement).getFirst());
                done.incrementAndGet();
            }
        }
    }

    // --- reference tables

    @Test
    void everyCopyOfAReferenceTableGetsTheSameNumber() throws Exception {
        run(
                client,
                "CREATE TABLE colours (colour_id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE)"
                        + " COMMENT 'pinion: reference'");
        await(() -> knows(client, "colours"));
        assertThat(insert(client, "INSERT INTO colours (name) VALUES ('red'), ('green')"))
                .startsWith(1L);
        assertThat(insert(client, "INSERT IGNORE INTO colours (name) VALUES ('red')"))
                .isEmpty();
        assertThat(insert(client, "INSERT INTO colours VALUES (NULL, 'blue')")).containsExactly(4L);
        assertThat(insert(client, "INSERT IGNORE INTO colours (name) VALUES ('red'), ('grey')"))
                .isEmpty();
        run(client, "DELETE FROM colours WHERE name = 'grey'");
        run(client, "INSERT INTO colours (name) VALUES ('red') ON DUPLICATE KEY UPDATE name = 'crimson'");
        List<String> copies = new ArrayList<>();
        for (int shard : new int[] {0, 31, 32, 63}) {
            try (Connection server = cluster.toShard(shard)) {
                copies.addAll(ask(
                        server,
                        "SELECT GROUP_CONCAT(colour_id, name ORDER BY colour_id) FROM "
                                + SchemaCluster.modDatabase(shard) + ".colours"));
            }
        }
        assertThat(copies).containsOnly("1crimson,2green,4blue");

        String last = ask(client, "SELECT LAST_INSERT_ID()").getFirst();
        assertThat(insert(client, "INSERT INTO colours VALUES (77, 'gold')")).containsExactly(77L);
        assertThat(insert(client, "REPLACE INTO colours VALUES (98, 'silver')")).containsExactly(98L);
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly(last);
    }

    // --- how

    void create(String table, String definition) throws Exception {
        run(client, "CREATE TABLE " + table + definition);
        await(() -> knows(client, table));
    }

    private void counter(String sql) throws SQLException {
        cluster.onShard(0, sql.formatted(SchemaCluster.modDatabase(0) + ".pinion_sequences"));
    }

    /** Whether a proxy knows the columns. */
    private static boolean knows(Connection connection, String table) {
        try {
            return !ask(connection, "SHOW COLUMNS FROM " + table).isEmpty();
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static List<Long> insert(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
            return keys(statement);
        }
    }

    private static List<Long> keys(Statement statement) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (ResultSet rows = statement.getGeneratedKeys()) {
            while (rows.next()) {
                keys.add(rows.getLong(1));
            }
        }
        return keys;
    }

    private static Connection connect(int port) throws SQLException {
        return connect(port, "");
    }

    private static Connection connect(int port, String options) throws SQLException {
        return connect(port, options, "app");
    }

    private static Connection connect(int port, String options, String user) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port
                        + "/lookup?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000" + options,
                user,
                user);
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static List<String> ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                StringBuilder row = new StringBuilder(String.valueOf(rows.getString(1)));
                for (int column = 2; column <= rows.getMetaData().getColumnCount(); column++) {
                    row.append(' ').append(rows.getString(column));
                }
                found.add(row.toString());
            }
            return found;
        }
    }

    @Test
    void aNumberThatIsReturnedIsTheInsertId() throws Exception {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        create("returned", VISITS);
        try (Statement statement = client.createStatement()) {
            assertThat(statement.execute("INSERT INTO returned (ip) VALUES ('a') RETURNING visit_id"))
                    .isTrue();
            assertThat(statement.getResultSet().next()).isTrue();
            assertThat(statement.getResultSet().getLong(1)).isEqualTo(1);
        }
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("1");
    }
}
