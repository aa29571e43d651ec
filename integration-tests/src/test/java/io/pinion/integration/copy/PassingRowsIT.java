package io.pinion.integration.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.promotion.PassingRows;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.TableName;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Counters of real servers that rows raise which come and go. */
@OnEachServer
class PassingRowsIT {
    private static final long MARGIN = 1_000_000;
    private static final String ID = "local_id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY";

    private TwoServers servers;
    private Connection client;
    private ServerConnection server;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        servers = TwoServers.start(product, directory);
        client = servers.connect(servers.first());
        Jdbc.execute(client, "CREATE DATABASE ids");
        server = servers.login(servers.first()).open(Duration.ofMinutes(1));
    }

    @AfterEach
    void close() throws Exception {
        // Null where there are no servers for the test.
        if (client != null) {
            server.close();
            Jdbc.execute(client, "DROP DATABASE ids");
            client.close();
            servers.close();
        }
    }

    @Test
    void theNextIdIsHigherAndNoRowIsLeft() throws SQLException {
        TableName pins = table("pins", ID + ", data LONGTEXT NOT NULL, UNIQUE (data(9))");
        Jdbc.execute(client, "INSERT INTO ids.pins (data) VALUES ('a'), ('b')");

        assertThat(raise(pins)).isEmpty();

        assertThat(Jdbc.column(client, "SELECT data FROM ids.pins ORDER BY 1")).containsExactly("a", "b");
        Jdbc.execute(client, "INSERT INTO ids.pins (data) VALUES ('c')");
        assertThat(Long.parseLong(String.valueOf(Jdbc.value(client, "SELECT MAX(local_id) FROM ids.pins"))))
                .isGreaterThan(MARGIN);
    }

    @Test
    void tablesThatRefuseTheRowAreNamedAndTheOthersAreRaised() throws SQLException {
        TableName checked = table("checked", ID + ", data TEXT, CHECK (data IS NOT NULL)");
        TableName unique = table("once", ID + ", data VARCHAR(9) NOT NULL UNIQUE");
        Jdbc.execute(client, "INSERT INTO ids.once (data) VALUES ('')");
        TableName parted = table("parted", ID + ") PARTITION BY HASH (local_id) (PARTITION p0");
        TableName called = table("called", "id INT NOT NULL AUTO_INCREMENT PRIMARY KEY");
        TableName watched = table("watched", ID);
        table("seen", "id BIGINT UNSIGNED");
        Jdbc.execute(
                client,
                "CREATE TRIGGER ids.watching AFTER INSERT ON ids.watched FOR EACH ROW INSERT INTO ids.seen VALUES (NEW.local_id)");
        TableName pins = table("pins", ID);

        assertThat(raise(checked, pins, unique, parted, called, watched))
                .containsExactlyInAnyOrder(checked, unique, parted, called, watched);

        assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM ids.seen")).isEqualTo("0");
        assertThat(counter(server, pins)).isGreaterThan(MARGIN);
    }

    @Test
    void aNumberThatDoesntFitLeavesNoRow() throws SQLException {
        TableName small = table("small", "local_id SMALLINT NOT NULL AUTO_INCREMENT PRIMARY KEY");

        assertThatThrownBy(() -> raise(small)).isInstanceOf(SQLException.class);

        assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM ids.small")).isEqualTo("0");
    }

    @Test
    void whoReadsTheTableDoesntHoldItUp() throws SQLException {
        TableName pins = table("pins", ID);
        try (Connection backup = servers.connect(servers.first())) {
            Jdbc.execute(backup, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
            Jdbc.value(backup, "SELECT COUNT(*) FROM ids.pins");

            assertThat(raise(pins)).isEmpty();
        }
    }

    @Test
    void whoFollowsRaisesItsOwn() throws SQLException {
        TableName pins = table("pins", ID);
        try (Connection follower = servers.connect(servers.second());
                ServerConnection second = servers.login(servers.second()).open(Duration.ofMinutes(1))) {
            Jdbc.execute(follower, "CREATE DATABASE ids");
            Jdbc.execute(follower, "CREATE TABLE ids.pins (" + ID + ")");
            List<String> place = Jdbc.rows(
                            client, product == ServerProduct.MARIADB ? "SHOW MASTER STATUS" : "SHOW BINARY LOG STATUS")
                    .getFirst();
            servers.replicateFrom(place.get(0), Long.parseLong(place.get(1)));
            try {
                raise(pins);

                Conditions.await(() -> counter(second, pins) > MARGIN);
            } finally {
                second.forgetSource();
                Jdbc.execute(follower, "DROP DATABASE ids");
            }
        }
    }

    private TableName table(String name, String columns) throws SQLException {
        Jdbc.execute(client, "CREATE TABLE ids." + name + " (" + columns + ")");
        return new TableName("ids", name);
    }

    private List<TableName> raise(TableName... tables) throws SQLException {
        PassingRows rows = new PassingRows(server, MARGIN, PassingRows.withTriggers(server));
        rows.begin(2);
        return rows.raise(List.of(tables));
    }

    private static long counter(ServerConnection server, TableName table) throws SQLException {
        return Objects.requireNonNull(server.counters(List.of(table)).get(table));
    }
}
