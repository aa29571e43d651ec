package io.pinion.integration.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What keeps servers from becoming a pair is told whole, with its cure, before anything is done. */
@OnEachServer(mysql = 3)
class RefusedPairIT {
    private PairStage stage;
    private LooseServers servers;
    private PairlessCluster cluster;
    private Connection operator;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = PairStage.start(product, directory, PairSettings.DEFAULT);
        servers = stage.servers();
        cluster = stage.cluster();
        operator = stage.operator();
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    private void refused(String sql, int code, String... words) {
        for (String explain : List.of("EXPLAIN ", "")) {
            Failure failure = Failure.of(() -> Jdbc.rows(operator, explain + sql));
            assertThat(failure.message()).contains(words);
            assertThat(failure.code()).as(failure.message()).isEqualTo(code);
        }
    }

    private void nothingIsDone() throws Exception {
        assertThat(Jdbc.rows(operator, "SHOW OPERATIONS")).isEmpty();
        for (ManagedServer server : List.of(servers.first(), servers.second())) {
            try (Connection root = server.connection()) {
                assertThat(Jdbc.column(root, "SELECT user FROM mysql.user WHERE user LIKE 'pinion%'"))
                        .isEmpty();
            }
        }
        assertThat(cluster.topologyNow().servers()).isEmpty();
    }

    /** @param set and what sets it back */
    private void refusedWhile(ManagedServer server, String set, String back, int code, String... words)
            throws Exception {
        server.execute(List.of("SET GLOBAL " + set));
        try {
            refused(servers.create(PairStage.LOGIN), code, words);
        } finally {
            server.execute(List.of("SET GLOBAL " + back));
        }
    }

    @Test
    void settingsAndContentsOfServers() throws Exception {
        String id = number(servers.second(), "server_id");
        refusedWhile(
                servers.second(),
                "server_id = " + number(servers.first(), "server_id"),
                "server_id = " + id,
                1794,
                "answer the same",
                "give each its own");
        refusedWhile(servers.first(), "binlog_format = 'STATEMENT'", "binlog_format = 'ROW'", 1663, "binlog_format is");
        if (product == ServerProduct.MARIADB) {
            refusedWhile(
                    servers.first(), "gtid_strict_mode = 0", "gtid_strict_mode = 1", 1777, "gtid_strict_mode is off");
            refusedWhile(servers.second(), "gtid_domain_id = 9", "gtid_domain_id = 6", 1794, "gtid_domain_id");
        }
        servers.second().unfence();
        servers.second().executeUnreplicated(List.of("CREATE DATABASE theirs"));
        refused(
                servers.create(PairStage.LOGIN),
                1007,
                "has databases already, such as theirs",
                "drop them there if nobody needs them");
        servers.second()
                .executeUnreplicated(List.of(
                        "DROP DATABASE theirs",
                        "CREATE DATABASE test",
                        "CREATE FUNCTION test.one() RETURNS INT DETERMINISTIC RETURN 1"));
        refused(servers.create(PairStage.LOGIN), 1007, "has databases already, such as test");
        servers.second().executeUnreplicated(List.of("DROP DATABASE test"));
        servers.first().unfence();
        servers.first()
                .executeUnreplicated(List.of(
                        "CREATE DATABASE shop",
                        "CREATE TABLE shop.t (id INT PRIMARY KEY)",
                        "CREATE VIEW shop.v AS SELECT id FROM shop.t"));
        refused(servers.create(PairStage.LOGIN), 1235, "v (view) is no plain table");
        nothingIsDone();
    }

    private static String number(ManagedServer server, String variable) throws SQLException {
        try (Connection root = server.connection()) {
            return String.valueOf(Jdbc.value(root, "SELECT @@GLOBAL." + variable));
        }
    }

    @Test
    void loginsThatDoNotDo() throws Exception {
        refused(
                servers.create(" USING 'root' IDENTIFIED BY 'wrong'"),
                1045,
                "refuses the login of root",
                "Access denied",
                "see that this is the password of root");
        refused(servers.create(""), 1045, "refuses the login of pinion_operator", "USING 'user' IDENTIFIED BY");
        servers.first().unfence();
        servers.second().unfence();
        for (ManagedServer server : List.of(servers.first(), servers.second())) {
            server.executeUnreplicated(List.of(
                    "CREATE USER weak@'127.0.0.1' IDENTIFIED BY 'weak'",
                    "GRANT CREATE USER ON *.* TO weak@'127.0.0.1'"));
        }
        refused(servers.create(" USING 'weak' IDENTIFIED BY 'weak'"), 1227, "lacks rights", "WITH GRANT OPTION");
        for (ManagedServer server : List.of(servers.first(), servers.second())) {
            server.executeUnreplicated(List.of("DROP USER weak@'127.0.0.1'"));
        }
        refused("CREATE PAIR p PRIMARY '127.0.0.1:1'" + PairStage.LOGIN, 1429, "can't be asked", "see that it runs");
        nothingIsDone();
        String mistaken = "CREATE PAIR p PRIMARY '127.0.0.1:1' USING 'root' IDENTIFIED BY \"geheim\"";
        assertThat(Failure.of(() -> Jdbc.rows(operator, mistaken)).message())
                .contains("a password in single quotes")
                .doesNotContain("geheim");
    }

    @Test
    void aPrimaryThatFollowsAnotherServer() throws Exception {
        servers.second().unfence();
        servers.first()
                .execute(servers.first()
                        .dialect()
                        .follow(new io.pinion.operations.server.replication.ReplicationSource(
                                "127.0.0.1",
                                servers.third().port(),
                                new io.pinion.operations.server.replication.ReplicationLogin("nobody", "x", false))));
        refused(servers.create(PairStage.LOGIN), 1198, "follows another server", "make that one the primary");
        servers.first().execute(servers.first().dialect().forgetSource());
        nothingIsDone();
    }

    @Test
    void namesAndAddressesInUse() throws Exception {
        Jdbc.rows(operator, "CREATE PAIR p PRIMARY " + LooseServers.at(servers.first()) + PairStage.LOGIN);

        refused(servers.create(PairStage.LOGIN), 1476, "there is a pair p already", "choose another name");
        refused(
                "CREATE PAIR q PRIMARY " + LooseServers.at(servers.first()) + PairStage.LOGIN,
                1476,
                "a server pA at",
                "of pair p");
        refused(
                "CREATE PAIR q PRIMARY pA " + LooseServers.at(servers.third()) + PairStage.LOGIN,
                1476,
                "choose another name");
        refused(
                "CREATE PAIR `a pair` PRIMARY " + LooseServers.at(servers.third()) + PairStage.LOGIN,
                1221,
                "is no name for a pair");
        refused(
                "CREATE PAIR q PRIMARY " + LooseServers.at(servers.third()) + " STANDBY "
                        + LooseServers.at(servers.third()) + PairStage.LOGIN,
                1476,
                "are one server");
        refused("DROP PAIR q", 1477, "there is no pair q");
        refused("ADD STANDBY q " + LooseServers.at(servers.second()) + PairStage.LOGIN, 1477, "there is no pair q");
        if (product == ServerProduct.MARIADB) {
            refused(
                    "CREATE PAIR q PRIMARY " + LooseServers.at(servers.second()) + PairStage.LOGIN,
                    1794,
                    "gtid_domain_id 6 as pA",
                    "of pair p");
        }
        Jdbc.rows(operator, "CREATE PAIR h PRIMARY " + LooseServers.at(servers.third()) + " AS HOME" + PairStage.LOGIN);
        refused("DROP PAIR h", 1221, "it is the home pair", "ALTER TOPOLOGY DROP 'home' first");
    }

    @Test
    void aPairWhoseServerRefusesPinionIsDroppedByForce() throws Exception {
        Jdbc.rows(operator, "CREATE PAIR p PRIMARY " + LooseServers.at(servers.first()) + PairStage.LOGIN);
        servers.first().executeUnreplicated(List.of("DROP USER pinion_operator@'127.0.0.1'"));

        refused(
                "DROP PAIR p",
                1045,
                "pA (127.0.0.1:" + servers.first().port() + ") can't be asked",
                "Access denied",
                "DROP PAIR p FORCE doesn't ask");
        assertThat(Jdbc.rows(operator, "DROP PAIR p FORCE").getFirst()).contains("p", "pA");
    }

    /** They would be left for good, and be of no use. */
    @Test
    void accountsForHostsThatPinionDoesNotComeFromGoAgain() throws Exception {
        Failure failure = Failure.of(() -> Jdbc.rows(
                operator,
                servers.create(" USING 'root' IDENTIFIED BY '" + LooseServers.ROOT_PASSWORD + "' FROM '10.0.%'")));

        assertThat(failure.code()).isEqualTo(1045);
        assertThat(failure.message())
                .contains("knows Pinion as coming from 127.0.0.1", "say FROM '127.0.0.%'", "are taken away again")
                .doesNotContain("name one that may make accounts");
        nothingIsDone();
    }

    /** Older accounts let Pinion in, so that the new ones would never be tried. */
    @Test
    void accountsForOtherHostsGoAgainWhereOlderOnesLetPinionIn() throws Exception {
        String primary = "CREATE PAIR p PRIMARY " + LooseServers.at(servers.first());
        Jdbc.rows(operator, primary + PairStage.LOGIN);
        Jdbc.rows(operator, "DROP PAIR p");
        String login = " USING 'root' IDENTIFIED BY '" + LooseServers.ROOT_PASSWORD + "' FROM ";

        Failure failure = Failure.of(() -> Jdbc.rows(operator, primary + login + "'10.0.%'"));

        assertThat(failure.code()).isEqualTo(1045);
        assertThat(failure.message())
                .contains("knows Pinion as coming from 127.0.0.1", "an older one, for '127.0.0.1', lets it in")
                .contains("say FROM '127.0.0.%'", "are taken away again");
        try (Connection root = servers.first().connection()) {
            assertThat(Jdbc.column(root, "SELECT DISTINCT host FROM mysql.user WHERE user LIKE 'pinion%'"))
                    .containsExactly("127.0.0.1");
        }
        assertThat(Jdbc.rows(operator, primary + login + "'127.0.%'")).hasSize(1);
    }

    @Test
    void aStandbyOfAnotherProduct(@TempDir Path directory) throws Exception {
        assumeTrue(product == ServerProduct.MYSQL97, "servers of two products");
        LooseServers others = LooseServers.start(ServerProduct.MARIADB, directory);
        try {
            refused(
                    "CREATE PAIR p PRIMARY " + LooseServers.at(servers.first()) + " STANDBY "
                            + LooseServers.at(others.first()) + PairStage.LOGIN,
                    1235,
                    "is MariaDB, and the primary",
                    "of one product, so name one of MySQL");
        } finally {
            others.stop();
        }
        nothingIsDone();
    }

    /** Names are others, and servers the same. */
    @Test
    void ofTwoOperatorsAtOnceOneIsRefused() throws Exception {
        List<CompletableFuture<String>> both = new ArrayList<>();
        for (int proxy = 0; proxy < 2; proxy++) {
            int number = proxy;
            both.add(CompletableFuture.supplyAsync(() -> {
                try (Connection client = cluster.operator(number)) {
                    Jdbc.rows(
                            client,
                            "CREATE PAIR p" + number + " PRIMARY " + LooseServers.at(servers.first()) + " STANDBY "
                                    + LooseServers.at(servers.second()) + PairStage.LOGIN);
                    return "made";
                } catch (SQLException e) {
                    return String.valueOf(e.getMessage());
                }
            }));
        }
        List<String> told = both.stream().map(CompletableFuture::join).toList();
        assertThat(told).containsOnlyOnce("made");
        assertThat(told.stream()
                        .filter(text -> !text.equals("made"))
                        .findFirst()
                        .orElseThrow())
                .containsAnyOf("is in use", "is unfinished", "already");
        assertThat(cluster.topologyNow().pairs()).hasSize(1);
    }

    /** Not even for a moment. */
    @Test
    void thePasswordIsShownNowhere() throws Exception {
        assumeTrue(product == ServerProduct.MARIADB, "a test of the proxy");
        List<String> seen = new ArrayList<>();
        CompletableFuture<Void> made = CompletableFuture.runAsync(() -> {
            try (Connection client = cluster.operator(0)) {
                Jdbc.rows(client, servers.create(PairStage.LOGIN));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        while (!made.isDone()) {
            Jdbc.rows(operator, "SHOW FULL PROCESSLIST").forEach(row -> seen.add(row.toString()));
            Jdbc.rows(operator, "SHOW OPERATIONS").forEach(row -> seen.add(row.toString()));
        }
        made.join();
        assertThat(seen).anyMatch(row -> row.contains("CREATE PAIR"));
        assertThat(seen).noneMatch(row -> row.contains("'" + LooseServers.ROOT_PASSWORD + "'"));
        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").size() == 1);
        assertThat(Jdbc.rows(operator, "EXPLAIN DROP PAIR p").toString()).contains("pairs.p");
    }
}
