package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Reads of a database that is being imported, which its keyspace is asked for, too. */
@OnEachServer(mysql = 3)
class ShadowReadsIT {
    private static final int CLIENTS = Integer.getInteger("pinion.import.clients", 4);
    private static final int SHARDS = 8;
    private static final long ENOUGH = 100;
    private static final Duration SOON = Duration.ofMinutes(1);

    /** A difference that lasts for 5 s counts. */
    private static final Duration LASTING = Duration.ofSeconds(8);

    private ShopStage stage;
    private String number = "";

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

    private void follow() throws SQLException {
        number = Jdbc.rows(stage.operator(), ShopStage.statement(SHARDS) + " HAND OVER ON REQUEST")
                .getFirst()
                .getFirst();
        assertThat(stage.awaitEnd(number)).contains("ready");
    }

    private void shadow(int percent) throws SQLException {
        Jdbc.rows(stage.operator(), "SET SHADOW READS OF shop TO " + percent + " PERCENT");
    }

    /** What the first proxy shows of statements that were compared, or were not. */
    private record Shown(String statement, long asked, long same, long rows, long order, long refused, String last) {
        static List<Shown> of(Connection operator) throws SQLException {
            return Jdbc.rows(operator, "SHOW SHADOW READS").stream()
                    .map(row -> new Shown(
                            row.get(1),
                            Long.parseLong(row.get(2)),
                            Long.parseLong(row.get(3)),
                            Long.parseLong(row.get(4)),
                            Long.parseLong(row.get(5)),
                            Long.parseLong(row.get(6)),
                            row.get(10)))
                    .toList();
        }

        static Shown of(Connection operator, String statement) throws SQLException {
            return of(operator).stream()
                    .filter(shown -> shown.statement.equals(statement))
                    .findFirst()
                    .orElse(new Shown(statement, 0, 0, 0, 0, 0, ""));
        }
    }

    @Test
    void writesMakeNoDifference() throws Exception {
        assertThatThrownBy(() -> shadow(5)).hasMessageContaining("no import of a database shop is under way");
        follow();
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            shadow(100);
            for (int proxy = 0; proxy < 2; proxy++) {
                try (Connection operator = stage.cluster().operator(proxy)) {
                    Conditions.await(
                            "reads to be compared",
                            SOON,
                            () -> Shown.of(operator).stream()
                                            .mapToLong(Shown::same)
                                            .sum()
                                    > ENOUGH);
                    List<Shown> all = Shown.of(operator);
                    all.forEach(System.out::println);
                    assertThat(all).allMatch(shown -> shown.rows() + shown.order() + shown.refused() == 0);
                }
            }
            clients.pauses.begin();
            Jdbc.execute(stage.operator(), "HAND OVER OPERATION " + number);
            assertThat(stage.awaitEnd(number)).contains("handed over");
            clients.awaitMore(10);
            clients.pauses.end();
        }
        assertThat(clients.errors).isEmpty();
        stage.requireOrdersOfShards(clients);
        assertThat(Shown.of(stage.operator())).allMatch(shown -> shown.rows() + shown.order() + shown.refused() == 0);
        assertThatThrownBy(() -> shadow(5)).hasMessageContaining("no import of a database shop is under way");
    }

    @Test
    void whatDiffersIsShown() throws Exception {
        follow();
        shadow(100);
        String byId = "SELECT name FROM users WHERE id = ?";
        String byEmail = "SELECT id FROM users WHERE email = ?";
        String byUser = "SELECT id, due FROM orders WHERE user_id = ? ORDER BY id";
        String joined = "SELECT u.name, SUM(o.due) FROM users u JOIN orders o ON o.user_id = u.id WHERE u.id IN (?)"
                + " GROUP BY u.name ORDER BY u.name LIMIT ?";
        String gathered = "SELECT u.id FROM users u JOIN orders o ON o.due = u.id AND u.id = ? ORDER BY u.id";
        String skipped = "SELECT COUNT(*) FROM old_log";
        onAllShards("UPDATE %s.users SET name = 'somebody' WHERE id = 7");
        onAllShards("DELETE FROM %s.orders WHERE user_id = 9");
        try (Connection client = stage.client(0, false)) {
            Jdbc.value(client, byId.replace("?", "5"));
            Jdbc.value(client, byId.replace("?", "7"));
            Jdbc.value(client, byEmail.replace("?", "'user3@example.com'"));
            assertThat(Jdbc.rows(client, byUser.replace("?", "9"))).hasSize(2);
            Jdbc.rows(client, joined.replace("(?)", "(1, 2, 3)").replace("?", "5"));
            Jdbc.rows(client, gathered.replace("?", "6"));
            Jdbc.value(client, skipped);
            // Not asked:
            Jdbc.value(client, "SELECT NOW() FROM users LIMIT 1");
            Jdbc.execute(client, "SET @user = 5");
            Jdbc.value(client, "SELECT name FROM users WHERE id = @user");
            client.setAutoCommit(false);
            Jdbc.value(client, "SELECT country FROM users WHERE id = 5");
            client.rollback();
        }
        try (Connection client = stage.client(0, true)) {
            assertThat(Jdbc.value(client, "SELECT MAX(id) FROM users")).isNotEmpty();
        }
        awaitShown(new Shown(byId, 2, 1, 1, 0, 0, "other values in 1 rows"));
        awaitShown(new Shown(byEmail, 1, 1, 0, 0, 0, ""));
        awaitShown(new Shown(byUser, 1, 0, 1, 0, 0, "0 rows instead of 2"));
        awaitShown(new Shown(joined, 1, 1, 0, 0, 0, ""));
        awaitShown(new Shown(gathered, 1, 1, 0, 0, 0, ""));
        Conditions.await("a refusal", SOON, () -> shown(skipped).refused() == 1);
        assertThat(shown(skipped).last()).startsWith("1146: ");
        assertThat(Shown.of(stage.operator()).stream().map(Shown::statement))
                .doesNotContain(
                        "SELECT NOW() FROM users LIMIT ?",
                        "SELECT name FROM users WHERE id = @user",
                        "SELECT country FROM users WHERE id = ?");
        sameEmailTwice();
        try (Connection client = stage.client(0, false)) {
            Jdbc.value(client, byEmail.replace("?", "'user3@example.com'"));
        }
        awaitShown(new Shown(byEmail, 2, 1, 1, 0, 0, "2 rows instead of 1"));

        shadow(0);
        long asked = shown(byId).asked();
        try (Connection client = stage.client(0, false)) {
            Jdbc.value(client, byId.replace("?", "5"));
        }
        assertThat(shown(byId).asked()).isEqualTo(asked);
    }

    /** What clients write then is carried by nobody, and would be a difference of each read. */
    @Test
    void nothingIsAskedOfAFailedImportAndAnotherOneBeginsAnew() throws Exception {
        stage.home()
                .execute(List.of(
                        "CREATE TABLE shop.carts (id INT PRIMARY KEY, owner VARCHAR(40) CHARACTER SET ascii COLLATE"
                                + " ascii_bin NOT NULL)",
                        "INSERT INTO shop.carts VALUES (1, 'bea ')"));
        String statement = ShopStage.statement(SHARDS)
                        .replaceFirst("\\}'$", ", \"carts\": {\"key\": \"owner\", \"unique\": \"per shard\"}}'")
                + " HAND OVER ON REQUEST";
        number = Jdbc.rows(stage.operator(), statement).getFirst().getFirst();
        assertThat(stage.awaitEnd(number)).contains("ready");
        shadow(100);
        String byId = "SELECT name FROM users WHERE id = ?";
        String byEmail = "SELECT name FROM users WHERE email = ?";
        try (Connection client = stage.client(0, false)) {
            awaitAsked(client, byId.replace("?", "5"), byId);
            Jdbc.execute(stage.operator(), "HAND OVER OPERATION " + number);
            assertThat(stage.awaitEnd(number)).contains("failed", "1 row can't be carried: carts (1)");
            Jdbc.execute(client, "UPDATE users SET name = 'other' WHERE id = 5");
            long end = System.nanoTime() + LASTING.toNanos();
            while (System.nanoTime() < end) {
                Jdbc.value(client, byEmail.replace("?", "'user5@example.com'"));
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
            Jdbc.execute(client, "UPDATE carts SET owner = 'berta' WHERE id = 1");
            Jdbc.execute(stage.operator(), "RESUME OPERATION " + number);
            assertThat(stage.awaitEnd(number)).contains("ready", "following on");
            awaitAsked(client, byEmail.replace("?", "'user5@example.com'"), byEmail);
            assertThat(Shown.of(stage.operator())).allMatch(shown -> shown.rows() + shown.refused() == 0);

            Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
            number = Jdbc.rows(stage.operator(), statement).getFirst().getFirst();
            assertThat(stage.awaitEnd(number)).contains("ready");
            shadow(100);
            String another = "SELECT turns FROM users WHERE id = ?";
            awaitAsked(client, another.replace("?", "5"), another);
            assertThat(Shown.of(stage.operator()).stream().map(Shown::statement))
                    .containsExactly(another);
        }
    }

    /** A proxy hears of an import a moment later, and asks nothing before. */
    private void awaitAsked(Connection client, String read, String statement) {
        Conditions.await("reads to be asked", SOON, () -> {
            Jdbc.value(client, read);
            return shown(statement).same() > 0;
        });
    }

    private Shown shown(String statement) throws SQLException {
        return Shown.of(stage.operator(), statement);
    }

    private void awaitShown(Shown wanted) throws Exception {
        Conditions.await(wanted + " and not " + Shown.of(stage.operator()), SOON, () -> shown(wanted.statement())
                .equals(wanted));
    }

    /** The keys of the table are unique on each shard only. */
    private void sameEmailTwice() throws SQLException {
        for (ManagedServer server : stage.targets()) {
            try (Connection root = server.connection()) {
                for (String database : Jdbc.column(root, "SHOW DATABASES LIKE 'shop_____'")) {
                    if (Jdbc.rows(root, "SELECT id FROM " + database + ".users WHERE id = 3")
                            .isEmpty()) {
                        Jdbc.execute(
                                root,
                                "INSERT INTO " + database
                                        + ".users (id, name, email) VALUES (999999, 'another', 'user3@example.com')");
                        return;
                    }
                }
            }
        }
    }

    private void onAllShards(String statement) throws SQLException {
        for (ManagedServer server : stage.targets()) {
            try (Connection root = server.connection()) {
                for (String database : Jdbc.column(root, "SHOW DATABASES LIKE 'shop_____'")) {
                    Jdbc.execute(root, statement.formatted(database));
                }
            }
        }
    }
}
