package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code IMPORT DATABASE} with two proxies and three real servers, while clients use the database. */
@OnEachServer(mysql = 3)
class ImportIT {
    private static final int CLIENTS = Integer.getInteger("pinion.import.clients", 4);
    private static final int SHARDS = Integer.getInteger("pinion.import.shards", 16);
    private static final int TURNS = 30;

    private ShopStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ShopStage.start(product, directory, PairSettings.DEFAULT);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    private String begin() throws SQLException {
        return Jdbc.rows(stage.operator(), ShopStage.statement(SHARDS))
                .getFirst()
                .getFirst();
    }

    private String imported() throws SQLException {
        String number = begin();
        String end = stage.awaitEnd(number);
        System.out.println(end);
        assertThat(end).contains("waiting").contains("handed over, after a pause of");
        return number;
    }

    @Test
    void clientsSeeAPauseAndNothingElse() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            clients.awaitMore(TURNS);
            clients.pauses.begin();
            String number = imported();
            assertThat(clients.errors).isEmpty();
            clients.awaitMore(TURNS);
            clients.pauses.end();
            assertThat(clients.errors).isEmpty();
            assertThat(isSharded()).isTrue();

            clients.pauses.begin();
            stage.revert(number);
            clients.awaitMore(TURNS);
            clients.pauses.end();
            assertThat(clients.errors).isEmpty();
            assertThat(isSharded()).isFalse();
            assertThat(stage.shardDatabases()).isEmpty();

            String again = imported();
            clients.awaitMore(TURNS);
            assertThat(Jdbc.lines(stage.operator(), "EXPLAIN FINISH OPERATION " + again)
                            .toString())
                    .contains("old");
            assertThat(told("FINISH OPERATION " + again)).contains("stays on pair old");
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
        System.out.println(product + ": " + clients.pauses);
        stage.requireOrdersOfShards(clients);
    }

    /** The old database has given numbers meanwhile that proxies still have from the first time. */
    @Test
    void numbersGoOnAboveThoseThatTheOldDatabaseHasGivenInBetween() throws Exception {
        String number = imported();
        List<Connection> clients = List.of(stage.client(0, false), stage.client(1, false));
        long highest = 0;
        for (Connection client : clients) {
            highest = Math.max(highest, Jdbc.insert(client, "INSERT INTO orders (user_id, due) VALUES (1, 1)"));
        }
        stage.revert(number);
        String old = "INSERT INTO shop.orders (id, user_id, due) VALUES (%d, 1, 1)";
        stage.home()
                .execute(
                        List.of(old.formatted(highest + 1), old.formatted(highest + 20), old.formatted(highest + 300)));
        imported();
        for (int turn = 0; turn < 20; turn++) {
            for (Connection client : clients) {
                assertThat(Jdbc.insert(client, "INSERT INTO orders (user_id, due) VALUES (1, 1)"))
                        .isGreaterThan(highest + 300);
            }
        }
        for (Connection client : clients) {
            client.close();
        }
    }

    @Test
    void foreignKeysThatGoAreNamedBefore() throws Exception {
        assertThat(Jdbc.lines(
                                stage.operator(),
                                "EXPLAIN IMPORT DATABASE shop AS MOD SHARDS 4 ON PAIR p1 TABLES '{\"users\": {\"key\":"
                                        + " \"id\", \"unique\": \"per shard\"}, \"orders\": {\"key\": \"user_id\"},"
                                        + " \"countries\": \"reference\", \"old_log\": \"skip\"}'")
                        .toString())
                .contains("; without its foreign key of_country", "; without its foreign key of_user");
    }

    @Test
    void whatIsInTheWayIsSaidAtOnce() throws Exception {
        if (product == ServerProduct.MARIADB) {
            stage.home()
                    .execute(List.of(
                            "CREATE SEQUENCE shop.numbers",
                            "CREATE TABLE shop.past (id INT PRIMARY KEY) WITH SYSTEM VERSIONING"));
            assertThatThrownBy(() -> told("IMPORT DATABASE shop AS MOD SHARDS 4 ON PAIR p1"))
                    .hasMessageContaining("sequence numbers isn't carried over")
                    .hasMessageContaining("system versioned past isn't carried over");
            stage.home().execute(List.of("DROP SEQUENCE shop.numbers", "DROP TABLE shop.past"));
        }
        assertThatThrownBy(() -> told("IMPORT DATABASE shopp AS MOD SHARDS 4 ON PAIR p1"))
                .hasMessageContaining("pair old has no database shopp");
        assertThatThrownBy(() -> told("IMPORT DATABASE shop AS MOD SHARDS 4 ON PAIR p1"))
                .hasMessageContaining("old_log has no primary key")
                .hasMessageContaining("the unique key email (email) of users is without the column id");
        assertThatThrownBy(() -> told("EXPLAIN IMPORT DATABASE shop AS MOD SHARDS 4 ON PAIR p1 TABLES"
                        + " '{\"user\": \"reference\", \"orders\": {\"key\": \"userid\"}}'"))
                .hasMessageContaining("it would be refused")
                .hasMessageContaining("did you mean users?")
                .hasMessageContaining("did you mean user_id?")
                .hasMessageContaining("TABLES doesn't name countries");

        stage.home()
                .execute(List.of(
                        "CREATE VIEW beside.paying AS SELECT u.name FROM shop.users u",
                        "CREATE PROCEDURE beside.tidy() DELETE FROM shop . orders WHERE due = 0",
                        "CREATE PROCEDURE beside.workshop() SELECT 'shop', 1 AS shop",
                        "CREATE TABLE beside.marks (id BIGINT UNSIGNED, CONSTRAINT of_shop FOREIGN KEY (id) REFERENCES"
                                + " shop.users (id))"));
        assertThatThrownBy(() -> told(ShopStage.statement(SHARDS)))
                .hasMessageContaining("view beside.paying names shop")
                .hasMessageContaining("procedure beside.tidy names shop")
                .hasMessageContaining("foreign key beside.of_shop names shop")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("workshop"));
        assertThat(Jdbc.lines(
                                stage.operator(),
                                "EXPLAIN "
                                        + ShopStage.statement(SHARDS)
                                                .replaceFirst(
                                                        "\\}'$",
                                                        ", \"beside.paying\": \"skip\", \"beside.tidy\": \"skip\","
                                                                + " \"beside.of_shop\": \"skip\"}'"))
                        .toString())
                .contains("old_log stays behind");
        stage.home()
                .execute(List.of(
                        "DROP VIEW beside.paying",
                        "DROP PROCEDURE beside.tidy",
                        "DROP PROCEDURE beside.workshop",
                        "DROP TABLE beside.marks"));

        // What becomes of the tables, and what the server says of others.
        stage.home()
                .execute(List.of(
                        "CREATE TABLE shop.visits (id INT PRIMARY KEY, user_id BIGINT UNSIGNED, CONSTRAINT of_visitor"
                                + " FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE)",
                        "CREATE TABLE shop.names (name VARCHAR(20) COLLATE utf8mb4_general_ci PRIMARY KEY)"));
        assertThatThrownBy(() -> told(ShopStage.statement(SHARDS)
                        .replaceFirst(
                                "\\}'$", ", \"visits\": {\"key\": \"user_id\"}, \"names\": {\"key\": \"name\"}}'")))
                .hasMessageContaining("key column user_id of visits may be NULL")
                .hasMessageContaining("ALTER TABLE visits DROP FOREIGN KEY of_visitor first")
                .hasMessageContaining("utf8mb4_general_ci takes different texts for the same");
        stage.home().execute(List.of("DROP TABLE shop.visits", "DROP TABLE shop.names"));

        assertThat(Jdbc.lines(stage.operator(), "EXPLAIN " + ShopStage.statement(SHARDS))
                        .toString())
                .contains("rows go to shards by user_id; id gets numbers from a sequence", "old_log stays behind");
        assertThat(stage.cluster().topologyNow().keyspaces()).isEmpty();
        assertThat(stage.shardDatabases()).isEmpty();
    }

    /** Which user is meant is told by the e-mail address, which any shard may have. */
    @Test
    void anUpsertThatCantMeetItsRowIsRefused() throws Exception {
        imported();
        try (Connection client = stage.client(0, false)) {
            String row = " INTO users (name, email) VALUES ('ada', 'user1@example.com')";
            for (String upsert : List.of(
                    "INSERT" + row + " ON DUPLICATE KEY UPDATE turns = turns + 1",
                    "INSERT IGNORE" + row,
                    "REPLACE" + row)) {
                assertThatThrownBy(() -> Jdbc.execute(client, upsert))
                        .hasMessageContaining("unique key email of users");
            }
            Jdbc.execute(
                    client,
                    "INSERT INTO users (id, name, email) VALUES (1, 'ada', 'user1@example.com')"
                            + " ON DUPLICATE KEY UPDATE turns = turns + 1");
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM users WHERE email = 'user1@example.com'"))
                    .isEqualTo("1");
        }
    }

    /** Some say so each time that they start. */
    @Test
    void applicationsMayMakeTablesThatAreThere() throws Exception {
        String number = Jdbc.rows(stage.operator(), ShopStage.statement(SHARDS) + " HAND OVER ON REQUEST")
                .getFirst()
                .getFirst();
        try (Connection client = stage.client(0, false)) {
            Jdbc.execute(client, "CREATE TABLE IF NOT EXISTS countries (code CHAR(2) PRIMARY KEY)");
            Jdbc.execute(client, "DROP TABLE IF EXISTS nothing");
            Jdbc.execute(client, "TRUNCATE old_log");
            Jdbc.execute(client, "ALTER TABLE old_log ADD COLUMN at INT");
            Jdbc.execute(client, "DROP TABLE IF EXISTS old_log");
            assertThat(stage.awaitEnd(number)).contains("ready");
            Jdbc.execute(stage.operator(), "HAND OVER OPERATION " + number);
            assertThat(stage.awaitEnd(number)).contains("handed over");
            Jdbc.execute(client, "CREATE TABLE IF NOT EXISTS countries (code CHAR(2) PRIMARY KEY)");
            stage.revert(number);
            assertThat(isSharded()).isFalse();
        }
    }

    @Test
    void shardsMayBeOnTheHomePair() throws Exception {
        String number = Jdbc.rows(stage.operator(), ShopStage.statement(SHARDS).replace("PAIRS p1", "PAIRS old"))
                .getFirst()
                .getFirst();
        assertThat(stage.awaitEnd(number)).contains("handed over");
        try (Connection client = stage.client(0, true)) {
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM orders"))
                    .isEqualTo(String.valueOf(2 * ShopStage.USERS));
            assertThat(Jdbc.column(client, "SHOW TABLES")).containsExactly("countries", "orders", "users");
            assertThat(Jdbc.value(client, "SELECT note FROM beside.notes")).isEqualTo("stays");
            assertThat(Jdbc.column(client, "SHOW DATABASES"))
                    .contains("shop", "beside")
                    .noneMatch(name -> name.matches("shop\\d+"));
        }
        stage.revert(number);
        try (Connection client = stage.client(1, false)) {
            assertThat(Jdbc.column(client, "SHOW TABLES")).contains("old_log");
            assertThat(Jdbc.column(client, "SHOW DATABASES")).noneMatch(name -> name.matches("shop\\d+"));
        }
    }

    private boolean isSharded() throws SQLException {
        try (Connection client = stage.client(1, false)) {
            String route = Jdbc.lines(client, "EXPLAIN ROUTE SELECT COUNT(*) FROM users")
                    .toString();
            System.out.println(route);
            return route.contains("p2");
        }
    }

    private String told(String statement) throws SQLException {
        return Jdbc.rows(stage.operator(), statement).getFirst().getLast();
    }
}
