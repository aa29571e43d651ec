package io.pinion.integration.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code CHECK SERVERS} and {@code REPAIR SERVERS} on a pair, and a pair of one, that are well until the test plants faults. */
@OnEachServer(mysql = 3)
class DoctorIT {
    /** More than the cache that is planted holds. */
    private static final int TABLES = 40;

    private static final List<String> PLANTED = List.of(
            "binlog_format",
            "default_storage_engine",
            "wait_timeout",
            "max_allowed_packet",
            "max_connections",
            "time_zone",
            "transaction_isolation",
            "group_concat_max_len",
            "sql_mode",
            "character_set_server",
            "table_open_cache",
            "server_id");

    private final Map<String, Map<String, String>> given = new HashMap<>();

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
        for (ManagedServer server : servers.all()) {
            if (product == ServerProduct.MYSQL97) {
                given.put(server.name(), settings(server));
            }
            // MySQL's default is too small for two proxies.
            server.execute(List.of("SET GLOBAL max_connections=500"));
        }
        Jdbc.rows(operator, servers.create(PairStage.LOGIN));
        Jdbc.rows(operator, "CREATE PAIR q PRIMARY " + LooseServers.at(servers.third()) + PairStage.LOGIN);
        List<String> tables = new ArrayList<>(List.of("CREATE DATABASE many"));
        for (int i = 0; i < TABLES; i++) {
            tables.add("CREATE TABLE many.t" + i + " (id INT PRIMARY KEY)");
        }
        servers.third().execute(tables);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            if (product == ServerProduct.MYSQL97) {
                for (ManagedServer server : servers.all()) {
                    asGiven(server);
                }
            }
            stage.stop();
        }
    }

    /** Other tests use these servers, too. */
    private void asGiven(ManagedServer server) throws SQLException {
        // binlog_format can't be changed while a replica's applier runs.
        List<String> statements = new ArrayList<>(server.dialect().forgetSource());
        statements.add("RESET PERSIST");
        given.getOrDefault(server.name(), Map.of())
                .forEach((name, value) -> statements.add(
                        "SET GLOBAL " + name + "=" + (value.matches("\\d+") ? value : "'" + value + "'")));
        server.execute(statements);
    }

    /** Of what is planted, as it is now. */
    private static Map<String, String> settings(ManagedServer server) throws SQLException {
        Map<String, String> settings = new HashMap<>();
        try (Connection root = server.connection()) {
            for (String name : PLANTED) {
                settings.put(name, String.valueOf(Jdbc.value(root, "SELECT @@GLOBAL." + name)));
            }
        }
        return settings;
    }

    private List<String> found() throws SQLException {
        return Jdbc.rows(operator, "CHECK SERVERS").stream()
                .map(row -> row.get(1) + " " + row.get(3))
                .sorted()
                .toList();
    }

    private Cli.Outcome pinion(String... words) {
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.addAll(List.of("--port=" + cluster.port(0), "--user=app"));
        return new Cli()
                .environment(Map.of(
                        "PINION_PASSWORD",
                        PairlessCluster.PASSWORD,
                        "PINION_SERVER_PASSWORD",
                        LooseServers.ROOT_PASSWORD))
                .run(arguments.toArray(String[]::new));
    }

    @Test
    void aClusterThatIsWellHasNoFinding() throws Exception {
        // Standbys are compared every few seconds.
        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().contains("both ways"));

        assertThat(Jdbc.rows(operator, "CHECK SERVERS")).isEmpty();
        assertThat(pinion("check", "servers").exitStatus()).isZero();
    }

    @Test
    void fifteenFaultsAreFoundAndThoseThatNoClientNoticesRepaired() throws Exception {
        String ofThird = number(servers.third());
        plant();
        // What is found of a pair's state is told when several looks in a row have found it.
        Conditions.await(() -> found().containsAll(List.of("pA replication", "pB read_only")));

        assertThat(found())
                .containsExactlyInAnyOrder(
                        "pA binlog_format",
                        "pA default_storage_engine",
                        "pA wait_timeout",
                        "pA account monitor",
                        "pA replication",
                        "pB read_only",
                        "pB max_allowed_packet",
                        "pB max_connections",
                        "pB time_zone",
                        "pB transaction_isolation",
                        product == ServerProduct.MARIADB ? "pB gtid_strict_mode" : "pB group_concat_max_len",
                        "qA sql_mode",
                        "qA character_set_server",
                        "qA table_open_cache",
                        "qA server_id");
        assertThat(pinion("check", "servers", "like", "p", "--json").out())
                .startsWith("[")
                .contains("\"check\": \"binlog_format\"");

        Cli.Outcome fixed = pinion("repair", "servers");

        assertThat(fixed.exitStatus()).as(fixed.out() + fixed.err()).isEqualTo(1);
        List<String> left = new ArrayList<>(List.of(
                "pA default_storage_engine",
                "pA replication",
                "qA character_set_server",
                "qA server_id",
                "qA sql_mode"));
        if (product == ServerProduct.MYSQL97) {
            // It takes another format only while it applies nothing.
            left.add("pA binlog_format");
        }
        assertThat(fixed.err()).endsWith(left.size() + " findings are left\n");
        Conditions.await(() -> found().size() <= left.size());
        assertThat(found()).containsExactlyInAnyOrderElementsOf(left);

        paste("pA", servers.first());
        paste("qA", servers.third());
        servers.third().execute(List.of("SET GLOBAL server_id=" + ofThird));

        Conditions.await(() -> pinion("check", "servers").exitStatus() == 0);
    }

    private void plant() throws SQLException {
        servers.first().execute(servers.first().dialect().stopFollowing());
        servers.first()
                .execute(List.of(
                        "SET GLOBAL binlog_format=STATEMENT",
                        "SET GLOBAL default_storage_engine=MyISAM",
                        "SET GLOBAL wait_timeout=30"));
        servers.first().executeUnreplicated(List.of("REVOKE PROCESS ON *.* FROM 'pinion_monitor'@'127.0.0.1'"));
        servers.second().unfence();
        servers.second()
                .execute(List.of(
                        "SET GLOBAL max_allowed_packet=1048576",
                        "SET GLOBAL max_connections=50",
                        "SET GLOBAL time_zone='+03:00'",
                        "SET GLOBAL transaction_isolation='READ-COMMITTED'",
                        product == ServerProduct.MARIADB
                                ? "SET GLOBAL gtid_strict_mode=0"
                                : "SET GLOBAL group_concat_max_len=4096"));
        servers.third()
                .execute(List.of(
                        "SET GLOBAL sql_mode='NO_ENGINE_SUBSTITUTION'",
                        "SET GLOBAL character_set_server=latin1",
                        "SET GLOBAL table_open_cache=20",
                        "SET GLOBAL server_id=" + number(servers.first())));
    }

    private static String number(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            return String.valueOf(Jdbc.value(root, "SELECT @@GLOBAL.server_id"));
        }
    }

    /** What an operator does with the cures that are statements. */
    private void paste(String place, ManagedServer server) throws SQLException {
        for (List<String> row : Jdbc.rows(operator, "CHECK SERVERS WHERE place = '" + place + "'")) {
            String cure = row.get(5);
            if (cure.startsWith("SET ") || cure.startsWith("START ") || cure.startsWith("STOP ")) {
                server.execute(List.of(cure.replaceAll(";( -- .*)?$", "").split("; ")));
            }
        }
    }

    /** The third server is q's already, so the topology forgets it first. */
    @Test
    void aServerWithAnApplicationTellsWhatPinionHasntGot() throws Exception {
        Jdbc.rows(operator, "DROP PAIR q");
        servers.third()
                .execute(List.of(
                        "CREATE VIEW many.v AS SELECT 1",
                        "CREATE TABLE many.log (id INT) ENGINE=MyISAM",
                        "CREATE TRIGGER many.t BEFORE INSERT ON many.t1 FOR EACH ROW SET @inserted = 1",
                        "CREATE USER pinned@localhost IDENTIFIED "
                                + (product == ServerProduct.MARIADB
                                        ? "VIA unix_socket"
                                        : "WITH sha256_password BY 'secret'"),
                        "GRANT SELECT ON many.t1 TO pinned@localhost",
                        "SET GLOBAL wait_timeout=30"));
        try {
            assertThat(Jdbc.rows(
                            operator,
                            "CHECK SERVER " + LooseServers.at(servers.third()) + " USING 'root' IDENTIFIED BY '"
                                    + LooseServers.ROOT_PASSWORD + "'"))
                    .extracting(row -> row.get(3))
                    .containsExactlyInAnyOrder(
                            "wait_timeout",
                            "authentication plugin",
                            "rights on tables",
                            "triggers",
                            "views",
                            "engines");
            assertThat(pinion(
                                    "check",
                                    "server",
                                    "127.0.0.1:" + servers.third().port(),
                                    "using",
                                    "root",
                                    "identified",
                                    "by",
                                    "-",
                                    "--password-env=PINION_SERVER_PASSWORD")
                            .exitStatus())
                    .isEqualTo(1);
        } finally {
            servers.third().execute(List.of("DROP USER pinned@localhost", "SET GLOBAL wait_timeout=28800"));
        }
    }

    @Test
    void onlyWhatIsNamedIsRepaired() throws Exception {
        servers.second().execute(List.of("SET GLOBAL max_connections=50"));
        servers.third().execute(List.of("SET GLOBAL max_connections=50"));

        assertThat(Jdbc.rows(operator, "REPAIR SERVERS LIKE 'p'"))
                .singleElement()
                .satisfies(row -> assertThat(row.subList(0, 5))
                        .containsExactly("p", "pB", "warning", "max_connections", "repaired"));
        assertThat(found()).containsExactly("qA max_connections");
    }
}
