package io.pinion.integration.operator;

import static io.pinion.integration.testing.SharedDemo.ask;
import static io.pinion.integration.testing.SharedDemo.connect;
import static io.pinion.integration.testing.SharedDemo.update;
import static io.pinion.integration.testing.SharedDemo.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.integration.testing.Traffic;
import io.pinion.routing.catalog.ShardId;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The topology changes in ZooKeeper while clients are at work: they see its effect, and no error. */
@ExtendWith({LeakWatch.class, SharedDemo.Provider.class})
class ReloadIT {
    private static final String STATUS = "SHOW TOPOLOGY STATUS";
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final String ROWS = "(1, '%s'), (2, '%s'), (3, '%s'), (4, '%s')";

    private static SharedDemo demo;
    private static RunningProxy proxy;

    /** The same shard on both servers; its rows tell which one answers. */
    @BeforeAll
    static void prepare(SharedDemo shared) throws Exception {
        demo = shared;
        demo.first()
                .execute(
                        "CREATE DATABASE db03429",
                        "CREATE TABLE db03429.pins LIKE db01001.pins",
                        "INSERT INTO db03429.pins (local_id, data) VALUES " + ROWS.replace("%s", "MySQL001A"));
        demo.second().execute("INSERT INTO db03429.pins (local_id, data) VALUES " + ROWS.replace("%s", "MySQL002A"));
        proxy = demo.startProxy();
    }

    @AfterAll
    static void cleanUp() throws Exception {
        proxy.close();
        demo.first().execute("DROP DATABASE db03429");
        demo.second().execute("DELETE FROM db03429.pins WHERE local_id < 10");
    }

    @AfterEach
    void restore() throws Exception {
        awaitAdopted(demo.restore());
    }

    @Test
    void aRangeMovesToTheOtherPairAndNoClientSeesAnError() throws Exception {
        try (Traffic traffic = traffic()) {
            Conditions.await(() -> traffic.allServedBy("MySQL002A"));
            long[] before = traffic.mark();
            Conditions.await(() -> traffic.hasMoved(before, 20));

            List<Duration> taken = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                demo.publish(ReloadIT::moveUpperHalf);
                taken.add(untilEveryoneIsServedBy("MySQL001A", System.nanoTime(), traffic));
                demo.restore();
                Conditions.await(() -> traffic.allServedBy("MySQL002A"));
            }

            assertThat(traffic.errors()).isEmpty();
            // Of a busy machine the best tells.
            assertThat(Collections.min(taken)).isLessThan(A_SECOND);
        }
    }

    @Test
    void aPairGetsAnotherPrimaryAndNoClientSeesAnError() throws Exception {
        try (Traffic traffic = traffic()) {
            Conditions.await(() -> traffic.allServedBy("MySQL002A"));

            demo.publish(ReloadIT::otherAddressOfSecondServer);
            untilEveryoneIsServedBy("MySQL001A", System.nanoTime(), traffic);

            assertThat(traffic.errors()).isEmpty();
        }
    }

    private static Duration untilEveryoneIsServedBy(String server, long sinceNanos, Traffic traffic) {
        Conditions.await(() -> traffic.allServedBy(server));
        long[] after = traffic.mark();
        Conditions.await(() -> traffic.hasMoved(after, 20));
        return Duration.ofNanos(traffic.lastConvertedNanos(server) - sinceNanos);
    }

    @Test
    void aTransactionEndsWhereItBegan() throws Exception {
        try (Connection connection = connect(proxy, "pinterest")) {
            connection.setAutoCommit(false);
            assertThat(ask(connection, "SELECT data FROM pins WHERE id = " + pin(1) + " FOR UPDATE"))
                    .hasValue("MySQL002A");
            update(connection, "UPDATE pins SET data = 'before' WHERE id = " + pin(2));

            awaitAdopted(demo.publish(ReloadIT::moveUpperHalf));
            update(connection, "UPDATE db03429.pins SET data = 'after' WHERE local_id = 3");
            assertThat(ask(connection, "SELECT data FROM pins WHERE id = " + pin(2)))
                    .hasValue("before");
            connection.commit();

            assertThat(ask(connection, "SELECT data FROM pins WHERE id = " + pin(1)))
                    .hasValue("MySQL001A");
            connection.rollback();
            assertThat(onSecond(
                            "SELECT GROUP_CONCAT(data ORDER BY local_id) FROM db03429.pins WHERE local_id IN (2, 3)"))
                    .isEqualTo("before,after");
        } finally {
            demo.second().execute("UPDATE db03429.pins SET data = 'MySQL002A' WHERE local_id < 10");
        }
    }

    /** The proof that an operator waits for before a shard's old home is closed. */
    @Test
    void aGenerationIsStatedOnlyWhenNothingIsUnderAnOlderOne() throws Exception {
        try (Connection key = demo.second().connect();
                Connection reading = connect(proxy, "pinterest");
                Connection admin = connect(proxy, "", "admin");
                Connection writing = connect(proxy, "pinterest");
                Traffic slow = new Traffic()) {
            key.setAutoCommit(false);
            ask(key, "SELECT data FROM db03429.pins WHERE local_id = 1 FOR UPDATE");
            slow.add("slow", () -> reading, own -> ask(
                            own, "SELECT IF(local_id, 'waited', '') FROM db03429.pins WHERE local_id = 1 FOR UPDATE")
                    .orElseThrow());
            Conditions.await(() -> isRunningOnSecond("waited"));
            writing.setAutoCommit(false);
            update(writing, "UPDATE pins SET data = data WHERE id = " + pin(2));

            long generation = demo.publish(ReloadIT::moveUpperHalf);
            awaitAdopted(generation);
            assertThat(statesGeneration(admin, generation)).isFalse();

            key.rollback();
            Conditions.await(() -> slow.allServedBy("waited"));
            assertThat(statesGeneration(admin, generation)).isFalse();

            writing.rollback();
            Conditions.await(() -> statesGeneration(admin, generation));
        }
    }

    private static boolean statesGeneration(Connection admin, long generation) {
        try {
            return ask(admin, "SHOW PROXIES WHERE generation = '" + generation + "'")
                    .isPresent();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aStatementUnderWayEndsOnTheOldPair() throws Exception {
        try (Connection connection = connect(proxy, "pinterest");
                Traffic slow = new Traffic()) {
            slow.add("slow", () -> connection, own -> ask(
                            own, "SELECT data FROM db03429.pins WHERE local_id = 1 AND SLEEP(0.5) = 0")
                    .orElseThrow());
            Conditions.await(() -> isRunningOnSecond("SLEEP"));
            awaitAdopted(demo.publish(ReloadIT::moveUpperHalf));
            Conditions.await(() -> slow.allServedBy("MySQL001A"));

            assertThat(slow.lastConvertedNanos("MySQL002A")).isPositive();
            assertThat(slow.errors()).isEmpty();
        }
    }

    /** A document that must not run, and what the operator is told of it. */
    record Wrong(String name, Consumer<ObjectNode> change, String reason, String problem) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Wrong> wrongDocuments() {
        return List.of(
                new Wrong(
                        "a typo",
                        document -> document.set("hoem", document.remove("home")),
                        "the document has errors",
                        "hoem"),
                new Wrong(
                        "two ranges overlap",
                        document -> ((ObjectNode) ranges(document, "pinterest").get(0))
                                .putArray("range")
                                .add(0)
                                .add(4000),
                        "the document has errors",
                        "keyspaces.pinterest.ranges"),
                new Wrong(
                        "an unknown server",
                        document -> ((ObjectNode) document.path("pairs").path("MySQL002")).put("primary", "MySQL009A"),
                        "the document has errors",
                        "MySQL009A"),
                new Wrong(
                        "a lower generation",
                        document -> document.put("generation", 1),
                        "the document's generation 1 is lower than the running",
                        ""),
                new Wrong(
                        "another cluster's",
                        document -> document.put("cluster", "production"),
                        "the document is of cluster production, not of test",
                        ""));
    }

    @ParameterizedTest
    @MethodSource("wrongDocuments")
    void aWrongDocumentIsRefusedWhole(Wrong wrong) throws Exception {
        try (Connection admin = connect(proxy, "", "admin");
                Connection client = connect(proxy, "pinterest")) {
            String running = value(admin, STATUS, "generation").orElseThrow();
            demo.publish(document -> {
                moveUpperHalf(document);
                wrong.change().accept(document);
            });
            awaitRefused(admin, wrong.reason());

            assertThat(value(admin, STATUS, "problem").orElse("")).contains(wrong.problem());
            assertThat(value(admin, STATUS, "generation")).hasValue(running);
            assertThat(ask(client, "SELECT data FROM pins WHERE id = " + pin(1)))
                    .hasValue("MySQL002A");

            awaitAdopted(demo.restore());
            assertThat(value(admin, STATUS, "refused")).isEmpty();
        }
    }

    @Test
    void textThatIsNoDocumentIsRefused() throws Exception {
        try (Connection admin = connect(proxy, "", "admin")) {
            demo.write("{\"generation\": ");
            awaitRefused(admin, "the document has errors");
        }
    }

    @Test
    void aDeletedNodeChangesNothingButTheStatus() throws Exception {
        try (Connection admin = connect(proxy, "", "admin");
                Connection client = connect(proxy, "pinterest")) {
            demo.zooKeeperClient().delete().forPath("/pinion/" + demo.cluster() + "/topology");
            awaitRefused(admin, "the document was deleted");

            assertThat(ask(client, "SELECT data FROM pins WHERE id = " + pin(1)))
                    .hasValue("MySQL002A");
        }
    }

    private static void awaitRefused(Connection admin, String reason) {
        Conditions.await(() -> statusOf(admin, "refused").startsWith(reason));
    }

    private static void awaitAdopted(long generation) throws SQLException {
        try (Connection admin = connect(proxy, "", "admin")) {
            Conditions.await(() -> statusOf(admin, "generation").equals(Long.toString(generation)));
        }
    }

    private static String statusOf(Connection admin, String name) {
        try {
            return value(admin, STATUS, name).orElse("");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Clients of every kind, all on shard 3429. */
    private static Traffic traffic() {
        String byId = "SELECT data FROM pins WHERE id = " + pin(1);
        return new Traffic()
                .add("by id", () -> connect(proxy, "pinterest"), own -> ask(own, byId)
                        .orElseThrow())
                .add("by hint", () -> connect(proxy, "pinterest"), own -> ask(
                                own, "/* pinion: shard=3429 */ SELECT data FROM pins LIMIT 1")
                        .orElseThrow())
                .add("by physical name", () -> connect(proxy, "legacy"), own -> ask(
                                own, "SELECT data FROM db03429.pins WHERE local_id = 1")
                        .orElseThrow())
                .add("in a shard's database", () -> connect(proxy, "db03429"), own -> ask(
                                own, "SELECT data FROM pins WHERE local_id = 1")
                        .orElseThrow())
                .add("new connections", () -> connect(proxy, "legacy"), own -> {
                    try (Connection fresh = connect(proxy, "pinterest")) {
                        return ask(fresh, byId).orElseThrow();
                    }
                })
                .add("transactions", () -> connect(proxy, "pinterest"), own -> transaction(own, 2))
                .add("more transactions", () -> connect(proxy, "pinterest"), own -> transaction(own, 3))
                .add("settings", () -> connect(proxy, "pinterest"), own -> {
                    update(own, "SET time_zone = '+0" + own.hashCode() % 9 + ":00'");
                    return ask(own, byId).orElseThrow();
                });
    }

    /** All of it must happen on one server. */
    private static String transaction(Connection own, int row) throws SQLException {
        own.setAutoCommit(false);
        String first = ask(own, "SELECT data FROM pins WHERE id = " + pin(row) + " FOR UPDATE")
                .orElseThrow();
        update(own, "UPDATE pins SET ts = NOW() WHERE id = " + pin(row));
        String second = ask(own, "SELECT data FROM db03429.pins WHERE local_id = " + row)
                .orElseThrow();
        own.commit();
        if (!first.equals(second)) {
            throw new SQLException("a transaction was on " + first + " and on " + second);
        }
        return first;
    }

    private static long pin(int row) {
        return new ShardId(SharedDemo.SECOND_PAIRS_SHARD).number() * (1L << 46) | 1L << 36 | row;
    }

    private static void moveUpperHalf(ObjectNode document) {
        for (String keyspace : List.of("pinterest", "lookup")) {
            for (JsonNode range : ranges(document, keyspace)) {
                ((ObjectNode) range).put("pair", "MySQL001");
            }
        }
    }

    private static void otherAddressOfSecondServer(ObjectNode document) {
        ObjectNode servers = (ObjectNode) document.path("servers");
        servers.set("MySQL002A", servers.path("MySQL001A"));
    }

    private static JsonNode ranges(ObjectNode document, String keyspace) {
        return document.path("keyspaces").path(keyspace).path("ranges");
    }

    private static String onSecond(String sql) throws SQLException {
        LocalServer server = demo.second();
        try (Connection connection = server.connect()) {
            return ask(connection, sql).orElseThrow();
        }
    }

    private static boolean isRunningOnSecond(String text) {
        try {
            return !onSecond("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%" + text
                            + "%' AND id <> CONNECTION_ID()")
                    .equals("0");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
