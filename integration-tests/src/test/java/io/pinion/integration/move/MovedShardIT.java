package io.pinion.integration.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shard 5 goes from the second pair to the first: it is held, its rows are copied by hand once nothing is under the topology
 * before, and it is released on its new pair.
 */
@ExtendWith(LeakWatch.class)
class MovedShardIT {
    private static final int SHARD = 5;
    private static final String DATABASE = "bank00005";
    private static final String HINT = "/* pinion: shard=5 */ ";
    private static final String OF_THE_NEW_PAIR = "/* pinion: shard=1 */ ";
    private static final String OF_THE_OLD_PAIR = "/* pinion: shard=6 */ ";
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int OLD = 1;
    private static final int NEW = 0;

    static List<TwoPairs> servers() throws SQLException {
        return TwoPairs.all().toList();
    }

    private static TestProxy ready(TwoPairs pairs) throws SQLException {
        pairs.reset();
        if (pairs.isMySql()) {
            pairs.execute(OLD, "SET GLOBAL local_infile = ON");
            pairs.execute(NEW, "SET GLOBAL local_infile = ON");
        }
        pairs.execute(OLD, "ALTER TABLE " + DATABASE + ".things AUTO_INCREMENT = 1000000");
        pairs.execute(NEW, "DELETE FROM " + DATABASE + ".things", "DELETE FROM " + DATABASE + ".account");
        return pairs.proxy();
    }

    private static void hold(TestProxy proxy) {
        proxy.adoptRanges("bank", ranges -> ranges.changed(SHARD, SHARD, range -> range.withHeld(true)));
    }

    private static void awaitServed(TestProxy proxy) {
        Conditions.await(
                () -> proxy.server().servedGeneration() == proxy.server().adoptedGeneration());
    }

    private static void release(TestProxy proxy) {
        proxy.adoptRanges(
                "bank",
                ranges -> ranges.changed(
                        SHARD, SHARD, range -> range.withPair("pair1").withHeld(false)));
    }

    private static void copy(TwoPairs pairs) throws SQLException {
        try (Connection old = pairs.root(OLD);
                Connection target = pairs.root(NEW)) {
            for (List<String> row : Jdbc.rows(old, "SELECT local_id, data FROM " + DATABASE + ".things")) {
                Jdbc.execute(
                        target,
                        "INSERT INTO " + DATABASE + ".things VALUES (" + row.get(0) + ", '" + row.get(1) + "')");
            }
            for (List<String> row : Jdbc.rows(old, "SELECT id, balance FROM " + DATABASE + ".account")) {
                Jdbc.execute(
                        target, "INSERT INTO " + DATABASE + ".account VALUES (" + row.get(0) + ", " + row.get(1) + ")");
            }
        }
    }

    private static List<String> things(TwoPairs pairs, int node) throws SQLException {
        try (Connection root = pairs.root(node)) {
            return Jdbc.column(root, "SELECT data FROM " + DATABASE + ".things ORDER BY data");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void writersOfEveryKindSeeAPauseAndNoError(TwoPairs pairs) throws Exception {
        try (TestProxy proxy = ready(pairs);
                ShardWriters writers = new ShardWriters()) {
            begin(writers, proxy);
            writers.awaitMore(10);

            hold(proxy);
            awaitServed(proxy);
            List<String> left = things(pairs, OLD);
            copy(pairs);
            // Whoever didn't wait would go on writing.
            Conditions.settled(writers::rows);
            assertThat(things(pairs, OLD)).isEqualTo(left);

            release(proxy);
            writers.awaitMore(10);
            writers.stop();
            assertThat(writers.errors).isEmpty();
            assertThat(things(pairs, OLD)).isEqualTo(left);
            assertThat(things(pairs, NEW))
                    .doesNotHaveDuplicates()
                    .containsAll(writers.acknowledged.keySet())
                    .hasSize(writers.rows() + 2);
        }
    }

    private static void begin(ShardWriters writers, TestProxy proxy) {
        writers.add("by hint", () -> logical(proxy), (client, text) -> insert(client, HINT, "things", text));
        writers.add(
                "by physical name",
                () -> TwoPairs.connect(proxy),
                (client, text) -> insert(client, "", DATABASE + ".things", text));
        writers.add("by use", () -> used(proxy, DATABASE), (client, text) -> insert(client, "", "things", text));
        writers.add(
                "by use of a shard", () -> used(proxy, "bank:5"), (client, text) -> insert(client, "", "things", text));
        writers.add("in transactions", () -> logical(proxy), (client, text) -> {
            Jdbc.execute(client, "BEGIN");
            insert(client, HINT, "things", text);
            Jdbc.execute(client, HINT + "UPDATE things SET data = data WHERE data = '" + text + "'");
            Jdbc.execute(client, "COMMIT");
        });
        writers.add("of two shards", () -> logical(proxy), (client, text) -> {
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, OF_THE_OLD_PAIR + "UPDATE things SET data = data WHERE data = 'two'");
            insert(client, HINT, "things", text);
            Jdbc.execute(client, "COMMIT");
        });
        writers.add("of a shard of the new pair", () -> logical(proxy), MovedShardIT::insertBehindOneOfTheNewPair);
        writers.add(
                "prepared",
                () -> used(proxy, "bank", "&useServerPrepStmts=true&cachePrepStmts=true"),
                (client, text) -> {
                    try (PreparedStatement insert =
                            client.prepareStatement(HINT + "INSERT INTO things (data) VALUES (?)")) {
                        insert.setString(1, text);
                        insert.executeUpdate();
                    }
                });
        writers.add("of several texts", () -> used(proxy, "bank", "&allowMultiQueries=true"), (client, text) -> {
            Jdbc.execute(client, "SET @x = 1; " + HINT + "INSERT INTO things (data) VALUES ('" + text + "')");
        });
        writers.add("scattered", () -> logical(proxy), (client, text) -> {
            Jdbc.execute(client, "UPDATE things SET data = data WHERE data = 'two'");
            insert(client, HINT, "things", text);
            Jdbc.value(client, "SELECT COUNT(*) FROM things");
        });
        writers.add("loaded", () -> used(proxy, "bank", "&allowLoadLocalInfile=true"), (client, text) -> {
            try (Statement load = client.createStatement()) {
                load.unwrap(com.mysql.cj.jdbc.JdbcStatement.class)
                        .setLocalInfileInputStream(new ByteArrayInputStream(
                                (id(text) + "\t" + text + "\n").getBytes(StandardCharsets.UTF_8)));
                load.execute(HINT + "LOAD DATA LOCAL INFILE 'rows' INTO TABLE things CHARACTER SET utf8mb4 (id, data)");
            }
        });
    }

    /** As an application that begins a transaction again behind a timeout of locks: this one may begin while the shard is held. */
    private static void insertBehindOneOfTheNewPair(Connection client, String text) throws SQLException {
        try {
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, OF_THE_NEW_PAIR + "UPDATE things SET data = data WHERE data = 'one'");
            insert(client, HINT, "things", text);
            Jdbc.execute(client, "COMMIT");
        } catch (SQLException e) {
            if (e.getErrorCode() != LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            Jdbc.execute(client, "ROLLBACK");
            insertBehindOneOfTheNewPair(client, text);
        }
    }

    /** Of its own, below those that servers make. */
    private static long id(String text) {
        return TwoPairs.id(SHARD, 1_000 + Integer.parseInt(text.substring(text.indexOf(' ') + 1)));
    }

    private static void insert(Connection client, String hint, String table, String text) throws SQLException {
        Jdbc.execute(client, hint + "INSERT INTO " + table + " (data) VALUES ('" + text + "')");
    }

    private static Connection logical(TestProxy proxy) throws SQLException {
        return used(proxy, "bank");
    }

    private static Connection used(TestProxy proxy, String database) throws SQLException {
        return used(proxy, database, "");
    }

    private static Connection used(TestProxy proxy, String database, String options) throws SQLException {
        Connection client = TwoPairs.connect(proxy, options);
        Jdbc.execute(client, "USE `" + database + "`");
        return client;
    }

    @ParameterizedTest
    @MethodSource("servers")
    void aTransactionThatIsOpenGoesOnWhereItIsAndIsWaitedFor(TwoPairs pairs) throws Exception {
        try (TestProxy proxy = ready(pairs);
                Connection client = logical(proxy)) {
            Jdbc.execute(client, "BEGIN");
            insert(client, HINT, "things", "before");
            hold(proxy);
            insert(client, HINT, "things", "while it is held");
            assertThat(proxy.server().servedGeneration())
                    .isLessThan(proxy.server().adoptedGeneration());
            Jdbc.execute(client, "COMMIT");

            awaitServed(proxy);
            assertThat(things(pairs, OLD)).contains("before", "while it is held");
            release(proxy);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void aTransactionThatComesToAHeldShardWaitsAndGoesOnOnTheNewPair(TwoPairs pairs) throws Exception {
        try (TestProxy proxy = ready(pairs);
                Connection client = logical(proxy)) {
            hold(proxy);
            beginWith(client, OF_THE_OLD_PAIR, "of another shard");
            CompletableFuture<Void> waiting = later(() -> insert(client, HINT, "things", "of the shard that moves"));
            copy(pairs);
            // It doesn't keep the generation from being served, nor the next one.
            awaitServed(proxy);
            assertThat(waiting).isNotDone();

            release(proxy);
            waiting.get(60, TimeUnit.SECONDS);
            // What was taken along is under the newest topology.
            awaitServed(proxy);
            Jdbc.execute(client, "COMMIT");

            assertThat(things(pairs, NEW)).contains("of the shard that moves");
            assertThat(things(pairs, OLD)).doesNotContain("of the shard that moves");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void aTransactionThatBeganMeanwhileComesToTheShardBehindThat(TwoPairs pairs) throws Exception {
        try (TestProxy proxy = ready(pairs);
                Connection client = logical(proxy)) {
            hold(proxy);
            beginWith(client, OF_THE_OLD_PAIR, "begun meanwhile");
            awaitServed(proxy);
            copy(pairs);
            release(proxy);

            insert(client, HINT, "things", "behind it");
            Jdbc.execute(client, "COMMIT");

            assertThat(things(pairs, NEW)).contains("behind it");
        }
    }

    /** Its snapshot of the new pair may be from before the shard's last rows. */
    @ParameterizedTest
    @MethodSource("servers")
    void aTransactionThatBeganMeanwhileOnTheNewPairIsToBeBegunAgain(TwoPairs pairs) throws Exception {
        try (TestProxy proxy = ready(pairs);
                Connection waiter = logical(proxy);
                Connection later = logical(proxy)) {
            hold(proxy);
            beginWith(waiter, OF_THE_NEW_PAIR, "one that waits");
            beginWith(later, OF_THE_NEW_PAIR, "one that comes later");
            CompletableFuture<Void> waiting = later(() -> insert(waiter, HINT, "things", "of the one that waits"));
            assertThat(waits(waiting)).isTrue();
            copy(pairs);
            release(proxy);

            assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
                    .hasMessageContaining("shard 5 of bank has gone to other servers");
            assertThat(Failure.of(() -> insert(later, HINT, "things", "of the one that comes later"))
                            .code())
                    .isEqualTo(LOCK_WAIT_TIMEOUT);
            // The transaction goes on where it is.
            assertThat(Jdbc.value(later, OF_THE_NEW_PAIR + "SELECT COUNT(*) FROM things WHERE data LIKE 'one that %'"))
                    .isEqualTo("1");
            for (Connection client : List.of(waiter, later)) {
                Jdbc.execute(client, "ROLLBACK");
            }
            insert(waiter, HINT, "things", "of one that was begun again");

            assertThat(things(pairs, NEW))
                    .contains("of one that was begun again")
                    .hasSize(3);
        }
    }

    /** The shard is where it was, and has been elsewhere meanwhile. */
    @ParameterizedTest
    @MethodSource("servers")
    void aTransactionThatBeganBeforeAShardWentAndCameBackIsToBeBegunAgain(TwoPairs pairs) throws Exception {
        try (TestProxy proxy = ready(pairs);
                Connection client = logical(proxy)) {
            hold(proxy);
            beginWith(client, OF_THE_OLD_PAIR, "begun meanwhile");
            release(proxy);
            proxy.adoptRanges("bank", ranges -> ranges.changed(SHARD, SHARD, range -> range.withPair("pair2")));

            assertThat(Failure.of(() -> insert(client, HINT, "things", "behind it"))
                            .code())
                    .isEqualTo(LOCK_WAIT_TIMEOUT);
        }
    }

    /** A transaction whose first row is on another shard than the one that moves. */
    private static void beginWith(Connection client, String hint, String text) throws SQLException {
        Jdbc.execute(client, "BEGIN");
        insert(client, hint, "things", text);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void statementsThatTouchTheShardAmongOthersWait(TwoPairs pairs) throws Exception {
        List<String> statements = List.of(
                "SELECT COUNT(*) FROM things",
                "UPDATE things SET data = data WHERE id IN (" + TwoPairs.id(1, 1) + ", " + TwoPairs.id(SHARD, 1) + ")",
                "DELETE FROM things WHERE data = 'nobody'",
                "UPDATE things SET data = 'nobody' WHERE data = 'nobody' ORDER BY id LIMIT 1",
                "SELECT a.id FROM bank00006.account a JOIN bank00005.account b ON a.id = b.id LIMIT 1");
        for (String sql : statements) {
            try (TestProxy proxy = ready(pairs);
                    Connection client = logical(proxy)) {
                hold(proxy);
                CompletableFuture<Void> waiting = later(() -> Jdbc.execute(client, sql));
                assertThat(waits(waiting)).as(sql).isTrue();
                // On its old pair: the moves that break off.
                proxy.adoptRanges("bank", ranges -> ranges.changed(SHARD, SHARD, range -> range.withHeld(false)));
                waiting.get(60, TimeUnit.SECONDS);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void whatDoesNotTouchTheShardGoesOn(TwoPairs pairs) throws Exception {
        try (TestProxy proxy = ready(pairs);
                Connection client = logical(proxy)) {
            hold(proxy);
            Jdbc.value(client, "SELECT data FROM things WHERE id = " + TwoPairs.id(4, 1));
            Jdbc.value(
                    client,
                    "SELECT COUNT(*) FROM things WHERE id IN (" + TwoPairs.id(4, 1) + ", " + TwoPairs.id(1, 1) + ")");
            Jdbc.value(client, "SELECT 1");
            Jdbc.execute(client, "USE " + DATABASE);
            Jdbc.value(client, "SELECT DATABASE()");
            Jdbc.execute(client, "USE bank");
            for (int i = 0; i < 60; i++) {
                // Nothing says where these rows belong.
                Jdbc.execute(client, "INSERT INTO things (data) VALUES ('free " + i + "')");
            }
            assertThat(things(pairs, OLD)).containsExactly("one", "two");
        }
    }

    /** True when it hasn't ended although its session has been waiting for a while. */
    private static boolean waits(CompletableFuture<Void> statement) throws Exception {
        try {
            statement.get(300, TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        }
    }

    private interface Work {
        void run() throws SQLException;
    }

    private static CompletableFuture<Void> later(Work work) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        work.run();
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                Thread.ofVirtual()::start);
    }
}
