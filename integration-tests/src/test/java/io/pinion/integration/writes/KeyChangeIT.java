package io.pinion.integration.writes;

import static io.pinion.server.testing.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ProxyProcess;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that change, and with them the shards of their rows, beside the same on one server. */
@OnEachServer
class KeyChangeIT extends WritesBesideOneServer {
    private static final String NAMES = "names ORDER BY name";
    private static final String ALL = "name, user_id, email, n, doc, HEX(raw), f, d, day, since, word, shout";
    private static final int WRITERS = 16;
    private static final int READERS = 32;
    private static final int CHANGES = 40;

    @Override
    protected String makeTables() throws SQLException {
        transactions("xa");
        await(
                "the tables of decisions",
                Duration.ofSeconds(60),
                () -> onBoth("SHOW TABLES FROM pinion LIKE 'xa_decision'").size() == 2);
        run(client, "USE lookup");
        both(
                "CREATE TABLE names (name VARCHAR(40) COLLATE " + exact()
                        + " NOT NULL PRIMARY KEY, user_id BIGINT, email"
                        + " VARCHAR(40) CHARACTER SET latin1, n INT NOT NULL DEFAULT 7, doc JSON, raw VARBINARY(20), f FLOAT,"
                        + " d DECIMAL(12,3), day DATE, since TIMESTAMP(3) NULL, word ENUM('one', 'it''s'), shout VARCHAR(60)"
                        + " AS (CONCAT(name, '!')) STORED, changed TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON"
                        + " UPDATE CURRENT_TIMESTAMP(6), UNIQUE KEY (user_id)) CHARACTER SET utf8mb4",
                "hashed key=name");
        both(
                "CREATE TABLE visits (name VARCHAR(40) COLLATE " + exact()
                        + " NOT NULL, number INT NOT NULL, n INT, PRIMARY" + " KEY (name, number))",
                "hashed key=name");
        both(
                "CREATE TABLE logins (name VARCHAR(40) COLLATE " + exact() + " NOT NULL PRIMARY KEY, n INT)",
                "hashed key=name");
        both(
                "CREATE TABLE counted (name VARCHAR(40) COLLATE " + exact()
                        + " NOT NULL PRIMARY KEY, number INT NOT NULL AUTO_INCREMENT UNIQUE)",
                "hashed key=name");
        both("CREATE TABLE parents (name VARCHAR(40) COLLATE " + exact() + " NOT NULL PRIMARY KEY)", "hashed key=name");
        both(
                "CREATE TABLE children (name VARCHAR(40) COLLATE " + exact()
                        + " NOT NULL, n INT NOT NULL, PRIMARY KEY (name,"
                        + " n), FOREIGN KEY (name) REFERENCES parents (name) ON DELETE CASCADE)",
                "hashed key=name");
        return "lookup.children";
    }

    private void transactions(String mode) throws SQLException {
        administer("ALTER TOPOLOGY SET 'keyspaces.lookup.transactions' = '\"" + mode + "\"'");
    }

    @BeforeEach
    void fill() throws SQLException {
        for (String table : List.of("names", "visits", "logins", "counted")) {
            both("DELETE FROM " + table);
        }
        both("INSERT INTO names (name, user_id, email, doc, raw, f, d, day, since, word) VALUES"
                + " ('ann', 1, 'ann@é', '{\"a\": [1, \"ü\"]}', x'00FF27', 0.1, 12.345, '2020-02-29', '2020-05-01 12:13:14.567',"
                + " 'it''s'), ('bob', 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), ('o''neil ☃', 3, '', '[]', '', -1e20,"
                + " -0.001, '1000-01-01', '2038-01-01 00:00:00', 'one')");
        both("INSERT INTO visits VALUES ('ann', 1, 1), ('ann', 2, 2), ('ann', 3, 3), ('bob', 1, 4), ('bob', 9, 5)");
    }

    @Test
    void aRowGoesWithAllThatItHas() throws SQLException {
        sameOutcome(
                NAMES,
                ALL,
                "UPDATE names SET name = 'anna' WHERE name = 'ann'",
                "UPDATE names SET name = 'anna' WHERE name = 'nobody'",
                "UPDATE names SET email = 'b@b', name = 'bert', n = DEFAULT, word = 'one', day = CURDATE() WHERE name = 'bob'",
                "UPDATE names AS x SET x.name = 'it''s \\\\ ☃' WHERE x.name = 'o''neil ☃' AND x.user_id = 3 LIMIT 1",
                "UPDATE names SET name = 'anna', n = n + 1 WHERE name = 'anna'",
                "UPDATE names SET name = 'ann' WHERE name IN ('anna', 'none', 'others')");
        assertThat(ask(client, "SELECT COUNT(*) FROM names WHERE changed > NOW() - INTERVAL 1 HOUR"))
                .containsExactly("3");
    }

    /** The row of this name has empty columns, of which the statement names none. */
    @Test
    void emptyTextsAreNoNulls() throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        both("SET sql_mode = 'EMPTY_STRING_IS_NULL'");
        try {
            sameOutcome(NAMES, ALL, "UPDATE names SET name = 'empty' WHERE name = 'o''neil ☃'");
        } finally {
            both("SET sql_mode = DEFAULT");
        }
    }

    @Test
    void rowsOfOneKeyGoTogether() throws SQLException {
        sameOutcome(
                "visits ORDER BY name, number",
                "*",
                "UPDATE visits SET name = 'anna' WHERE name = 'ann' AND number > 1",
                "UPDATE visits SET name = 'bert', n = 0 WHERE name = 'bob' ORDER BY number DESC LIMIT 1",
                "UPDATE visits SET name = 'dora' WHERE name IN ('anna', 'bert')");
    }

    @Test
    void aKeyThatIsThereIsADuplicateAndNothingChanges() throws SQLException {
        List<String> before = ask(client, "SELECT " + ALL + " FROM " + NAMES);
        assertThatThrownBy(() -> run(client, "UPDATE names SET name = 'bob', n = 1 WHERE name = 'ann'"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1062));
        assertThat(ask(client, "SELECT " + ALL + " FROM " + NAMES)).isEqualTo(before);
        run(client, "BEGIN", "UPDATE names SET n = 8 WHERE name = 'ann'");
        assertThatThrownBy(() -> run(client, "UPDATE names SET name = 'bob' WHERE name = 'ann'"))
                .isInstanceOf(SQLException.class);
        run(client, "COMMIT");
        assertThat(ask(client, "SELECT name, n FROM " + NAMES)).startsWith("ann | 8", "bob | 7");
    }

    @Test
    void aTransactionKeepsOrUndoesTheChange() throws SQLException {
        run(
                client,
                "BEGIN",
                "UPDATE names SET name = 'anna' WHERE name = 'ann'",
                "UPDATE names SET name = 'bert' WHERE name = 'bob'");
        assertThat(ask(client, "SELECT name FROM names WHERE user_id < 3 ORDER BY name"))
                .containsExactly("anna", "bert");
        run(client, "ROLLBACK");
        assertThat(ask(client, "SELECT name FROM names WHERE user_id < 3 ORDER BY name"))
                .containsExactly("ann", "bob");
        run(
                client,
                "BEGIN",
                "UPDATE names SET n = 1 WHERE name = 'bob'",
                "UPDATE names SET name = 'anna' WHERE name = 'none'",
                "UPDATE names SET name = 'anna' WHERE name = 'ann'",
                "COMMIT");
        assertThat(ask(client, "SELECT name, n FROM names WHERE user_id < 3 ORDER BY name"))
                .containsExactly("anna | 7", "bob | 1");
    }

    @Test
    void preparedStatementsChangeKeys() throws SQLException {
        try (PreparedStatement change = client.prepareStatement("UPDATE names SET name = ?, n = ? WHERE name = ?")) {
            for (String[] names : new String[][] {{"ann", "anna"}, {"anna", "änna"}, {"änna", "änna"}, {"no", "one"}}) {
                change.setString(1, names[1]);
                change.setInt(2, names[1].length());
                change.setString(3, names[0]);
                assertThat(change.executeUpdate()).isEqualTo(names[0].equals("no") ? 0 : 1);
            }
        }
        assertThat(ask(client, "SELECT name, n FROM names WHERE user_id = 1")).containsExactly("änna | 4");
    }

    @Test
    void whatCantGoIsRefused() throws SQLException {
        run(client, "INSERT INTO counted (name) VALUES ('ann')");
        assertThatThrownBy(() -> run(client, "UPDATE counted SET name = 'bob' WHERE name = 'ann'"))
                .hasMessageContaining("column 'number' has numbers that each shard counts by itself");
        run(client, "INSERT INTO parents VALUES ('ann')", "INSERT INTO children VALUES ('ann', 1)");
        assertThatThrownBy(() -> run(client, "UPDATE parents SET name = 'bob' WHERE name = 'ann'"))
                .hasMessageContaining("a foreign key of children refers to parents");
    }

    @Test
    void aColumnThatPinionHasntReadYetStaysWithItsRow() throws SQLException {
        run(client, "INSERT INTO logins VALUES ('ann', 1)");
        assertThatThrownBy(() -> run(client, "UPDATE logins l SET l.name = 'anna', l.typo = 1 WHERE l.name = 'ann'"))
                .hasMessageContaining("knows no column typo of l");
        onEachServer("ALTER TABLE %s.logins ADD COLUMN phone INT");
        try {
            onEachServer("UPDATE %s.logins SET phone = 6");
            String change = "UPDATE logins SET name = 'anna' WHERE name = 'ann'";
            try {
                run(client, change);
            } catch (SQLException e) {
                assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(1412);
                administer("RELOAD SCHEMA");
                run(client, change);
            }
            assertThat(ask(client, "SELECT phone, n FROM logins WHERE name = 'anna'"))
                    .containsExactly("6 | 1");
        } finally {
            onEachServer("ALTER TABLE %s.logins DROP COLUMN phone");
            reloadSchema();
        }
    }

    /** On both proxies: none of them is told what is altered behind their backs. */
    private void reloadSchema() throws SQLException {
        administer("RELOAD SCHEMA");
        try (Connection other = admin(second)) {
            run(other, "RELOAD SCHEMA");
        }
    }

    /** @param statement with a place for each shard's database */
    private void onEachServer(String statement) throws SQLException {
        for (int shard : new int[] {0, SchemaCluster.SHARDS - 1}) {
            try (Connection server = cluster.toShard(shard)) {
                for (String database :
                        ask(server, "SELECT table_schema FROM information_schema.tables WHERE table_name = 'logins'")) {
                    run(server, statement.formatted(database));
                }
            }
        }
    }

    /** On 25 October 2020, the hour from two to three came twice. */
    @Test
    void aMomentWithTheTextOfAnotherIsRefused() throws SQLException {
        for (int shard : new int[] {0, SchemaCluster.SHARDS - 1}) {
            try (Connection server = cluster.toShard(shard)) {
                run(
                        server,
                        "REPLACE INTO mysql.time_zone (Time_zone_id, Use_leap_seconds) VALUES (9001, 'N')",
                        "REPLACE INTO mysql.time_zone_name (Name, Time_zone_id) VALUES ('Test/Summer', 9001)",
                        "REPLACE INTO mysql.time_zone_transition_type (Time_zone_id, Transition_type_id, `Offset`, Is_DST,"
                                + " Abbreviation) VALUES (9001, 0, 3600, 0, 'CET'), (9001, 1, 7200, 1, 'CEST')",
                        "REPLACE INTO mysql.time_zone_transition (Time_zone_id, Transition_time, Transition_type_id) VALUES"
                                + " (9001, 1585443600, 1), (9001, 1603587600, 0)");
            }
        }
        run(client, "SET time_zone = '+00:00'");
        run(client, "UPDATE names SET since = '2020-10-25 00:30:00' WHERE name = 'ann'");
        run(client, "UPDATE names SET since = '2020-10-25 01:30:00' WHERE name = 'bob'");
        List<String> refused = new ArrayList<>();
        run(client, "SET time_zone = 'Test/Summer'");
        for (String name : List.of("ann", "bob")) {
            try {
                run(client, "UPDATE names SET name = '" + name + "ie' WHERE name = '" + name + "'");
            } catch (SQLException e) {
                refused.add(e.getMessage());
            }
        }
        run(client, "SET time_zone = '+00:00'");
        assertThat(refused).singleElement().asString().contains("SET time_zone = '+00:00' first");
        assertThat(ask(client, "SELECT since FROM names WHERE user_id < 3 ORDER BY user_id"))
                .containsExactly("2020-10-25 00:30:00", "2020-10-25 01:30:00");
    }

    /**
     * Each of 16 clients gives a user one name after the other. Half of the readers ask for the name that the user had, and
     * then for the one that it may have by now: one of them must be there. The others ask for the new name, and where that
     * is there, for the old one with a lock, which waits for a change that is being committed: it must be gone. Pairs that
     * commit one after the other do it in the right order even when the transaction has begun on the old name's pair.
     */
    @ParameterizedTest
    @ValueSource(strings = {"xa", "best_effort"})
    void readersFindTheRowAtEveryMoment(String mode) throws Exception {
        transactions(mode);
        List<AtomicInteger> versions = new ArrayList<>();
        for (int user = 0; user < WRITERS; user++) {
            versions.add(new AtomicInteger());
            run(client, "INSERT INTO logins VALUES ('" + name(user, 0) + "', " + user + ")");
        }
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger reads = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS)) {
            List<Future<?>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                int user = reader % WRITERS;
                boolean locks = reader >= WRITERS;
                readers.add(threads.submit(() -> {
                    read(user, versions.get(user), locks, over, reads);
                    return null;
                }));
            }
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int user = writer;
                writers.add(threads.submit(() -> {
                    write(user, versions.get(user), mode.equals("best_effort"));
                    return null;
                }));
            }
            try {
                for (Future<?> writer : writers) {
                    writer.get();
                }
            } finally {
                over.set(true);
            }
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
        assertThat(reads.get()).isGreaterThan(WRITERS * CHANGES);
        for (int user = 0; user < WRITERS; user++) {
            assertThat(ask(client, "SELECT name FROM logins WHERE n = " + user)).containsExactly(name(user, CHANGES));
        }
        transactions("xa");
    }

    private static String name(int user, int version) {
        return "user" + user + "-" + version;
    }

    private void write(int user, AtomicInteger version, boolean inTransaction) throws SQLException {
        try (Connection writer = connect(user % 2 == 0 ? first : second)) {
            run(writer, "USE lookup");
            for (int next = 1; next <= CHANGES; next++) {
                String old = name(user, next - 1);
                if (inTransaction) {
                    run(writer, "BEGIN", "UPDATE logins SET n = n WHERE name = '" + old + "'");
                }
                assertThat(count(
                                writer,
                                "UPDATE logins SET name = '" + name(user, next) + "' WHERE name = '" + old + "'"))
                        .isEqualTo(1);
                run(writer, "COMMIT");
                version.set(next);
            }
        }
    }

    private void read(int user, AtomicInteger version, boolean locks, AtomicBoolean over, AtomicInteger reads)
            throws SQLException {
        try (Connection reader = connect(user % 2 == 0 ? second : first)) {
            run(reader, "USE lookup");
            while (!over.get()) {
                int known = version.get();
                String old = name(user, known);
                String next = name(user, known + 1);
                if (locks) {
                    assertThat(found(reader, next, "") + found(reader, old, " LOCK IN SHARE MODE"))
                            .as(old)
                            .isLessThan(2);
                } else {
                    int found = found(reader, old, "") == 1 ? 1 : found(reader, next, "");
                    // The writer may have gone on to the name after the next.
                    assertThat(found).as(old).isGreaterThanOrEqualTo(version.get() > known ? 0 : 1);
                }
                reads.incrementAndGet();
            }
        }
    }

    private static int found(Connection reader, String name, String locking) throws SQLException {
        return ask(reader, "SELECT n FROM logins WHERE name = '" + name + "'" + locking)
                .size();
    }

    @Test
    void aProxyThatDiesInTheMiddleLeavesAllOrNothing(@TempDir Path directory) throws Exception {
        run(client, "INSERT INTO logins VALUES ('chased-0', 77)");
        try (ProxyProcess third = new ProxyProcess(
                        directory.resolve("third"), cluster.zooKeeper().connectString(), SchemaCluster.CLUSTER);
                ExecutorService threads = Executors.newFixedThreadPool(1)) {
            int last = 0;
            for (int round = 0; round < 3; round++) {
                third.start();
                AtomicInteger version = new AtomicInteger(last);
                int from = last;
                Future<?> chasing = threads.submit(() -> chase(third.port(), from, version));
                await(() -> version.get() > from + 10);
                third.kill9();
                chasing.get();
                await("the end of what the proxy has left", Duration.ofSeconds(60), () -> onBoth("XA RECOVER")
                        .isEmpty());
                List<String> left = ask(client, "SELECT name FROM logins WHERE n = 77 LOCK IN SHARE MODE");
                assertThat(left).hasSize(1);
                last = Integer.parseInt(left.getFirst().substring("chased-".length()));
                assertThat(last).isBetween(version.get(), version.get() + 1);
            }
        }
    }

    private static void chase(int port, int from, AtomicInteger version) {
        try (Connection writer = DriverManager.getConnection(
                        "jdbc:mysql://127.0.0.1:" + port + "/lookup?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                        "app",
                        "app");
                Statement statement = writer.createStatement()) {
            for (int next = from + 1; ; next++) {
                statement.executeUpdate(
                        "UPDATE logins SET name = 'chased-" + next + "' WHERE name = 'chased-" + (next - 1) + "'");
                version.set(next);
            }
        } catch (SQLException gone) {
            // As it is meant.
        }
    }
}
