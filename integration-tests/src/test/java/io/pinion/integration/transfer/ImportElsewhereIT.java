package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.pair.PairlessCluster;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.journal.Progress.State;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code IMPORT DATABASE … FROM PAIR}: the database is on a pair that isn't home; the home pair has shards of it. */
@OnEachServer(mysql = 3)
class ImportElsewhereIT {
    private static final int CLIENTS = Integer.getInteger("pinion.import.clients", 4);
    private static final int SHARDS = 8;
    private static final int TURNS = 20;

    /** Between two deaths, in writes of the journal. */
    private static final int SOME = Integer.getInteger("pinion.import.writes", 12);

    private static final Keyspace SINGLE = new Keyspace.Single("shop", "old", TransactionMode.SINGLE);

    private ShopStage stage;

    @Parameter
    ServerProduct product;

    /** Its proxies take nothing up by themselves. */
    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ShopStage.start(product, directory, PairCluster.WITHOUT_TAKEOVERS, "p2");
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    /** Clients of a keyspace that was there before; half of them may use nothing else. */
    private ShopClients clientsOfASingleKeyspace() throws Exception {
        Jdbc.execute(
                stage.operator(),
                "ALTER TOPOLOGY SET 'keyspaces.shop' = '{\"kind\": \"single\", \"pair\": \"old\", \"transactions\": \"single\"}'");
        Jdbc.execute(
                stage.operator(),
                "CREATE TOPOLOGY USER shopper IDENTIFIED BY '" + PairlessCluster.PASSWORD + "' KEYSPACES shop");
        Jdbc.execute(stage.operator(), "SYNC ACCOUNTS");
        return new ShopClients(
                CLIENTS, (client, prepares) -> stage.client(client, prepares, client % 4 < 2 ? "shopper" : "app"));
    }

    private static String statement(String from) {
        return ShopStage.statement(SHARDS).replace(" AS MOD", from + " AS MOD");
    }

    private String begin(String from) throws SQLException {
        return Jdbc.rows(stage.operator(), statement(from)).getFirst().getFirst();
    }

    private void awaitHandedOver(String number) throws SQLException {
        String end = stage.awaitEnd(number);
        System.out.println(end);
        assertThat(end).contains("waiting").contains("handed over, after a pause of");
    }

    private Keyspace shop() throws Exception {
        return stage.cluster().topologyNow().keyspace("shop").orElseThrow();
    }

    private void awaitPublished() {
        Conditions.await("that it is published", Conditions.LONG, () -> stage.cluster()
                .topologyNow()
                .keyspace("shop")
                .filter(Keyspace.Mod.class::isInstance)
                .isPresent());
    }

    private boolean isSeen(int proxy) throws SQLException {
        try (Connection operator = stage.cluster().operator(proxy)) {
            return Jdbc.column(operator, "SHOW DATABASES").contains("shop");
        }
    }

    private String told(String statement) throws SQLException {
        return Jdbc.rows(stage.operator(), statement).getFirst().getLast();
    }

    @Test
    void clientsOfASingleKeyspaceSeeAPauseAndNothingElse() throws Exception {
        ShopClients clients = clientsOfASingleKeyspace();
        try (clients) {
            clients.awaitMore(TURNS);
            String cancelled = begin("");
            awaitPublished();
            Conditions.await(
                    "that its proxy tells it", Conditions.LONG, () -> Jdbc.lines(stage.operator(), "SHOW KEYSPACES")
                            .toString()
                            .contains("mod, importing from pair old"));
            Jdbc.execute(stage.operator(), "CANCEL OPERATION " + cancelled);
            assertThat(shop()).isEqualTo(SINGLE);
            assertThat(stage.shardDatabases()).isEmpty();
            clients.awaitMore(TURNS);
            assertThat(clients.errors).isEmpty();

            clients.pauses.begin();
            String number = begin("");
            awaitHandedOver(number);
            assertThat(shop().seen()).containsInstanceOf(Keyspace.Mod.class);
            assertThatThrownBy(() -> stage.home().execute(List.of("DELETE FROM shop.orders")))
                    .as("a client that comes to the server directly")
                    .isInstanceOf(SQLException.class);
            clients.awaitMore(TURNS);
            stage.revert(number);
            assertThat(shop()).isEqualTo(SINGLE);
            assertThat(stage.shardDatabases()).isEmpty();
            clients.awaitMore(TURNS);
            assertThat(clients.errors).isEmpty();

            String again = begin(" FROM PAIR old");
            awaitHandedOver(again);
            clients.awaitMore(TURNS);
            clients.pauses.end();
            assertThat(told("FINISH OPERATION " + again)).contains("stays on pair old");
            assertThat(((Keyspace.Mod) shop()).importing()).isEmpty();
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
        System.out.println(product + ": " + clients.pauses);
        stage.requireOrdersOfShards(clients);
    }

    @Test
    void aDatabaseThatNobodySawIsASingleKeyspaceFromTheImportOn() throws Exception {
        assertThatThrownBy(() -> stage.client(0, false)).hasMessageContaining("Unknown database 'shop'");
        String number = begin(" FROM PAIR old");
        awaitPublished();
        Conditions.await("that both proxies know of it", Conditions.LONG, () -> isSeen(0) && isSeen(1));
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            awaitHandedOver(number);
            clients.awaitMore(TURNS);
            stage.revert(number);
            assertThat(shop()).isEqualTo(new Keyspace.Single("shop", "old"));
            clients.awaitMore(TURNS);
            assertThat(clients.errors).isEmpty();

            String again = begin("");
            awaitHandedOver(again);
            told("FINISH OPERATION " + again);
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
        stage.requireOrdersOfShards(clients);
    }

    @Test
    void aProxyThatDiesIsTakenUp() throws Exception {
        DyingImports imports = new DyingImports(stage, SHARDS);
        ShopClients clients = clientsOfASingleKeyspace();
        try (clients) {
            boolean over = false;
            for (int writes = 2; !over; writes += SOME) {
                DyingImports.Left left = imports.leftBehind(writes);
                over = left.over();
                if (!over && isHandedOver()) {
                    Jdbc.execute(stage.operator(), "RESUME OPERATION " + left.number());
                    imports.awaitWaiting(left.number());
                    stage.revert(String.valueOf(left.number()));
                } else if (!over) {
                    Jdbc.execute(stage.operator(), "CANCEL OPERATION " + left.number());
                    assertThat(imports.state(left.number())).isEqualTo(State.CANCELLED);
                }
                if (!over) {
                    assertThat(shop()).isEqualTo(SINGLE);
                    assertThat(stage.shardDatabases()).isEmpty();
                }
                clients.awaitMore(TURNS);
                assertThat(clients.errors).isEmpty();
            }
        }
        assertThat(clients.errors).isEmpty();
        stage.requireOrdersOfShards(clients);
    }

    private boolean isHandedOver() throws Exception {
        return shop() instanceof Keyspace.Mod shop && !shop.isImporting();
    }

    @Test
    void whatIsInTheWayIsSaidAtOnce() throws Exception {
        assertThatThrownBy(() -> told(statement(" FROM PAIR odl"))).hasMessageContaining("did you mean old?");
        assertThatThrownBy(() -> told(statement(" FROM PAIR p1"))).hasMessageContaining("pair p1 has no database shop");
        assertThatThrownBy(() -> told(statement(""))).hasMessageContaining("pair p2 has no database shop");
        stage.targets().getLast().execute(List.of("CREATE DATABASE shop"));
        assertThatThrownBy(() -> told("EXPLAIN " + statement(" FROM PAIR old")))
                .hasMessageContaining("the home pair p2 has a database shop too");
        stage.targets().getLast().execute(List.of("DROP DATABASE shop"));
        assertThat(Jdbc.lines(stage.operator(), "EXPLAIN " + statement(" FROM PAIR old"))
                        .toString())
                .contains("to clients, shop is the database on pair old");
        assertThat(stage.cluster().topologyNow().keyspaces()).isEmpty();
    }
}
