package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * {@code RESHARD KEYSPACE} with two proxies and three real servers, while clients use the keyspace. By hand with many
 * shards: {@code -Dpinion.reshard.from=4096 -Dpinion.reshard.into=1024 -Dpinion.reshard.once=true
 * -Dpinion.import.minutes=60}.
 */
@OnEachServer(mysql = 3)
class ReshardIT {
    private static final int CLIENTS = Integer.getInteger("pinion.import.clients", 4);
    private static final int FROM = Integer.getInteger("pinion.reshard.from", 64);
    private static final int INTO = Integer.getInteger("pinion.reshard.into", 16);
    private static final boolean BACK = !Boolean.getBoolean("pinion.reshard.once");
    private static final int TURNS = 30;

    private ReshardStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ReshardStage.start(product, directory, PairSettings.DEFAULT, FROM);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    private void resharded(int into, String pairs) throws SQLException {
        String number = stage.begin(into, pairs);
        handedOver(number);
    }

    private void handedOver(String number) throws SQLException {
        String end = stage.shop().awaitEnd(number);
        System.out.println(Instant.now() + " " + end);
        assertThat(end).contains("waiting").contains("handed over, after a pause of");
    }

    /** A busy machine takes a while for the copy. */
    private void awaitReady(String number) {
        Conditions.await("ready", Duration.ofMinutes(5), () -> stage.operate(
                        "SHOW OPERATIONS WHERE operation = '" + number + "'")
                .toString()
                .contains("HAND OVER OPERATION " + number + " compares"));
    }

    private void finish(String number) throws SQLException {
        assertThat(stage.operate("FINISH OPERATION " + number).toString()).contains("it goes on");
        assertThat(stage.shop().awaitEnd(number)).contains("the old shards are dropped");
    }

    private String last() throws SQLException {
        return stage.operate("SHOW OPERATIONS").stream()
                .map(List::getFirst)
                .max(Comparator.comparing(Long::parseLong))
                .orElseThrow();
    }

    @Test
    void clientsSeeAPauseAndNothingElse() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            clients.awaitMore(TURNS);
            clients.pauses.begin();
            resharded(INTO, "p1, p2");
            clients.awaitMore(TURNS);
            clients.pauses.end();
            assertThat(clients.errors).isEmpty();
            assertThat(stage.databases("shop\\d{5}")).hasSize(FROM);
            assertThat(stage.operate("SHOW KEYSPACES").toString())
                    .contains("md5 mod " + INTO)
                    .contains("mod, resharded from " + FROM);
            assertThatThrownBy(() -> stage.operate("REVERT OPERATION " + last()))
                    .hasMessageContaining("no way leads back")
                    .hasMessageContaining("RESHARD KEYSPACE shop INTO " + FROM + " SHARDS HASH md5");
            finish(last());
            assertThat(stage.databases("shop\\d{5}")).isEmpty();

            if (BACK) {
                // More shards, on other pairs.
                clients.pauses.begin();
                resharded(FROM, "p2, p3");
                clients.awaitMore(TURNS);
                clients.pauses.end();
                finish(last());
                clients.awaitMore(TURNS);
                assertThat(stage.databases("shop_" + INTO + "_\\d{5}")).isEmpty();
            }
        }
        assertThat(clients.errors).isEmpty();
        System.out.println(product + ": " + clients.pauses);
        int shards = BACK ? FROM : INTO;
        stage.requireShards(shards, "md5", "shop_" + shards + "_", clients);
    }

    @Test
    void anotherHashIsHandedOverOnRequest() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            clients.awaitMore(TURNS);
            String number = stage.operate("RESHARD KEYSPACE shop INTO " + FROM
                            + " SHARDS HASH crc32 ON PAIRS p2, p1 DATABASE 'depot%05d' HAND OVER ON REQUEST")
                    .getFirst()
                    .getFirst();
            awaitReady(number);
            assertThat(stage.databases("depot\\d{5}")).hasSize(FROM);
            try (Connection client = stage.client(0, false)) {
                assertThatThrownBy(() -> Jdbc.execute(client, "USE depot00001")).hasMessageContaining("depot00001");
                assertThat(Jdbc.column(client, "SHOW DATABASES")).noneMatch(name -> name.startsWith("depot"));
                assertThatThrownBy(() -> Jdbc.execute(client, "ALTER TABLE orders ADD COLUMN more INT"))
                        .hasMessageContaining("RESHARD KEYSPACE shop");
            }
            clients.awaitMore(TURNS);
            stage.operate("HAND OVER OPERATION " + number);
            handedOver(number);
            clients.awaitMore(TURNS);
            finish(number);
            try (Connection client = stage.client(1, false)) {
                Jdbc.execute(client, "ALTER TABLE orders ADD COLUMN more INT");
            }
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
        stage.requireShards(FROM, "crc32", "depot", clients);
    }

    @Test
    void whatIsGivenUpLeavesNothing() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            String number = stage.operate(ReshardStage.statement(INTO, "p1, p3") + " HAND OVER ON REQUEST")
                    .getFirst()
                    .getFirst();
            awaitReady(number);
            assertThat(stage.operate("SHOW KEYSPACES").toString()).contains("mod, resharding into " + INTO);
            assertThatThrownBy(() -> stage.operate("DROP PAIR p3")).hasMessageContaining("RESHARD KEYSPACE shop");
            Jdbc.execute(stage.shop().operator(), "FORGET TABLE shop.settings");
            Jdbc.execute(stage.shop().operator(), "HAND OVER OPERATION " + number);
            assertThat(stage.shop().awaitEnd(number))
                    .contains("failed", "what the topology says of the tables of shop");
            Jdbc.execute(stage.shop().operator(), "DECLARE TABLE shop.settings AS 'single shard=" + (FROM - 3) + "'");
            Jdbc.execute(stage.shop().operator(), "CANCEL OPERATION " + number);
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
        assertThat(stage.databases("shop_.*")).isEmpty();
        assertThat(stage.operate("SHOW KEYSPACES").toString()).doesNotContain("resharding");
        stage.requireShards(FROM, "md5", "shop", clients);
    }

    @Test
    void rowsThatMeetOnOneShardWithOneValueAreRejected() throws Exception {
        String shared = "user1@example.com";
        String other;
        try (Connection client = stage.client(0, false)) {
            String first = Jdbc.column(client, "SELECT id FROM users WHERE email = '" + shared + "'")
                    .getFirst();
            other = Jdbc.column(client, "SELECT id FROM users WHERE email <> '" + shared + "' ORDER BY id").stream()
                    .filter(id -> ReshardStage.meet(first, id, FROM, INTO))
                    .findFirst()
                    .orElseThrow();
            Jdbc.execute(client, "UPDATE users SET email = '" + shared + "' WHERE id = " + other);
            String number = stage.begin(INTO, "p1, p2");
            assertThat(stage.shop().awaitEnd(number))
                    .contains("failed", "1 row can't be carried", "Duplicate entry", "RESUME OPERATION " + number);
            assertThat(Jdbc.lines(stage.shop().operator(), "SHOW REJECTED ROWS"))
                    .singleElement()
                    .asString()
                    .startsWith(number + " | shop | users | ")
                    .contains("Duplicate entry '" + shared + "' for key");
            Jdbc.execute(client, "UPDATE users SET email = 'user0@example.com' WHERE id = " + other);
            Jdbc.execute(stage.shop().operator(), "RESUME OPERATION " + number);
            handedOver(number);
            finish(number);
            assertThat(Jdbc.column(client, "SELECT id FROM users WHERE email = '" + shared + "'"))
                    .containsExactly(first);
        }
    }

    @Test
    void whatCantBeIsSaidAtOnce() throws Exception {
        assertThat(stage.operate("EXPLAIN " + ReshardStage.statement(INTO, "p1, p2"))
                        .toString())
                .contains("rows go to the new shards by user_id", "and what waits goes there");
        stage.operate("CREATE KEYSPACE boards ID SHARDS 4 ON PAIR p1");
        assertThatThrownBy(() -> stage.operate("RESHARD KEYSPACE boards INTO 8 SHARDS ON PAIR p1"))
                .hasMessageContaining("is in its global id")
                .hasMessageContaining("MOVE SHARDS");
        assertThatThrownBy(() -> stage.operate("RESHARD KEYSPACE shops INTO 8 SHARDS ON PAIR p1"))
                .hasMessageContaining("did you mean shop?");
        assertThatThrownBy(() -> stage.operate("RESHARD KEYSPACE shop INTO 8 SHARDS ON PAIR p9"))
                .hasMessageContaining("there is no pair p9");
        assertThatThrownBy(() -> stage.operate("RESHARD KEYSPACE shop INTO 8 SHARDS HASH md6 ON PAIR p1"))
                .hasMessageContaining("there is no hash called md6");
        assertThatThrownBy(() -> stage.operate(ReshardStage.statement(FROM, "p1, p2")))
                .hasMessageContaining("has " + FROM + " shards by md5 already");
        assertThatThrownBy(() -> stage.operate(ReshardStage.statement(8, "p1") + " DATABASE 'shop%05d'"))
                .hasMessageContaining("would mean shards of shop and others");
        stage.servers().getFirst().execute(List.of("CREATE TABLE shop00003.strange (id INT PRIMARY KEY)"));
        assertThatThrownBy(() -> stage.operate(ReshardStage.statement(8, "p1")))
                .hasMessageContaining("shard 3, table strange")
                .hasMessageContaining("SHOW SCHEMA DRIFT");
        assertThat(stage.databases("shop_.*")).isEmpty();
    }
}
