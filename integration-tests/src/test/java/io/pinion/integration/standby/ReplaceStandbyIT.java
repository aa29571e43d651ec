package io.pinion.integration.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.cli.Cli;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.integration.rights.LimitedUsers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.PlantedViews;
import io.pinion.integration.testing.RowWriters;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.pair.StandbyReplacement;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.MySql;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code REPLACE STANDBY} with a real pair and a third server, while clients write. */
@OnEachServer(mysql = 3)
class ReplaceStandbyIT {
    private static final Duration THINK = Duration.ofMillis(5);

    private PairCluster cluster;
    private ManagedServer primary;
    private ManagedServer standby;
    private ManagedServer third;
    private Connection operator;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairAndOne(directory);
        List<ManagedServer> servers = started.all();
        primary = servers.get(0);
        standby = servers.get(1);
        third = servers.get(2);
        cluster = new PairCluster(directory, primary, standby, started.end());
        third.createAccounts(List.of(
                ServerAccount.of(AccountRole.DATA, "127.0.0.1", "data-secret"),
                ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", "monitor-secret"),
                ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", "operator-secret")));
        third.fence(PairCluster.TIMEOUT);
        cluster.editor().change(now -> withServer(now, new Server("C", "127.0.0.1", third.port())), 0);
        operator = cluster.connect(0);
        // Until both proxies know the server.
        for (int proxy = 0; proxy < 2; proxy++) {
            try (Connection client = cluster.connect(proxy)) {
                Conditions.await(() ->
                        Jdbc.rows(client, "SHOW TOPOLOGY STATUS").toString().contains("generation, 2"));
            }
        }
    }

    private static Topology withServer(Topology now, Server server) {
        Map<String, Server> servers = new LinkedHashMap<>(now.servers());
        servers.put(server.name(), server);
        return new Topology(
                now.generation(),
                now.cluster(),
                servers,
                now.pairs(),
                now.keyspaces(),
                now.knownAnswers(),
                now.homePair(),
                now.users(),
                now.accounts());
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (operator != null) {
            operator.close();
            third.close();
            cluster.stop();
        }
    }

    private List<String> replace() throws SQLException {
        return Jdbc.rows(operator, "REPLACE STANDBY p WITH C").getFirst();
    }

    @Test
    void anEmptyServerTakesThePlaceWhileClientsWrite() throws Exception {
        RowWriters writers = new RowWriters(cluster, 4, THINK);
        try (writers) {
            writers.awaitMore(100);
            assertThat(replace().subList(0, 4)).containsExactly("p", "A", "C", "3");
            writers.awaitMore(100);
        }
        assertThat(writers.errors).isEmpty();
        new Replication(primary, third).awaitCaughtUp(PairCluster.TIMEOUT);
        assertThat(third.isFenced()).isTrue();
        assertThat(standby.replication().configured()).isFalse();
        try (Connection root = third.connection()) {
            assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM shop.rows_of"))
                    .isEqualTo(String.valueOf(writers.acknowledged.size()));
        }
        assertThat(PairCluster.lastOperation(operator))
                .contains("done", "REPLACE STANDBY p WITH C '127.0.0.1:" + third.port() + "'");
        // The real proof: it can do a standby's work.
        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().contains("C"));
        String follower = followerOfPrimary();
        assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo("C");
        assertThat(followerOfPrimary()).as("it follows as before").isEqualTo(follower);
        try (Connection client = cluster.connect(1)) {
            PairCluster.write(client);
        }
    }

    @Test
    void usersWithFewerRightsHaveTheirAccountsThere() throws Exception {
        LimitedUsers.publish(cluster, users -> users.set("reader", LimitedUsers.user("*", true)));
        LimitedUsers.awaitExact(cluster);
        assertThat(replace().subList(0, 3)).containsExactly("p", "A", "C");
        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().contains("C"));
        LimitedUsers.awaitExact(cluster);
        assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo("C");
        try (Connection reader = DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + cluster.port(1)
                        + "/shop?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000",
                "reader",
                PairCluster.PASSWORD)) {
            assertThat(Jdbc.value(reader, "SELECT COUNT(*) FROM rows_of")).isEqualTo("0");
        }
    }

    /** The connection on which the third server follows, which has logged in as the operator does. */
    private String followerOfPrimary() throws SQLException {
        try (Connection root = primary.connection()) {
            return String.valueOf(Jdbc.value(
                    root,
                    "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%' AND user = '"
                            + AccountRole.OPERATOR.userName() + "'"));
        }
    }

    /** The primary has followed it once, so that it would go on from there with a server that knows nothing of that time. */
    @Test
    void oneThatHasLongBeenGoneIsReplacedInAPairThatWasPromotedBefore() throws Exception {
        for (int turn = 0; turn < 2; turn++) {
            Jdbc.rows(operator, "PROMOTE PAIR p");
            write(10);
        }
        new Replication(primary, standby).awaitCaughtUp(PairCluster.TIMEOUT);
        standby.execute(standby.dialect().stopFollowing());
        write(100);

        assertThat(replace().subList(0, 3)).containsExactly("p", "A", "C");

        write(10);
        new Replication(primary, third).awaitCaughtUp(PairCluster.TIMEOUT);
        for (String next : List.of("C", "A")) {
            Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().contains("C"));
            assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo(next);
            write(10);
        }
        new Replication(primary, third).awaitCaughtUp(PairCluster.TIMEOUT);
    }

    private void write(int rows) throws SQLException {
        for (int row = 0; row < rows; row++) {
            PairCluster.write(operator);
        }
    }

    @Test
    void theCommandLineDoesTheSame() throws Exception {
        Cli.Outcome refused =
                Cli.at(cluster.port(0), "app", PairCluster.PASSWORD).run("replace", "standby", "p", "with", "B");
        assertThat(refused.exitStatus()).isEqualTo(1);
        assertThat(refused.err()).contains("B is the standby of pair p already").hasLineCount(1);

        Cli.Outcome replaced =
                Cli.at(cluster.port(0), "app", PairCluster.PASSWORD).run("replace", "standby", "p", "with", "C");

        assertThat(replaced.exitStatus()).as(replaced.err()).isEqualTo(0);
        assertThat(replaced.out()).contains("p\tA\tC\t3\t");
    }

    /** Its cures would have been to forget the source and to empty it. */
    @Test
    void aServerOfAPairByAnotherAddressIsNamed() throws Exception {
        for (Map.Entry<String, ManagedServer> server :
                Map.of("A", primary, "B", standby).entrySet()) {
            assertThat(Failure.of(() -> Jdbc.rows(
                                    operator,
                                    "REPLACE STANDBY p WITH 'localhost:"
                                            + server.getValue().port() + "'"))
                            .message())
                    .contains("localhost:" + server.getValue().port() + " is " + server.getKey() + " (127.0.0.1:")
                    .contains("of pair p")
                    .doesNotContain("DISCARD", "empty it", "RESET");
        }
    }

    /** As when the making anew of its own standby was given up. */
    @Test
    void aPairWithoutAStandbyIsToldWhatGivesItOne() throws Exception {
        cluster.editor()
                .change(now -> now.withPair(new Pair("p", now.server("A").orElseThrow(), Optional.empty())), 0);
        Conditions.await(
                () -> Jdbc.rows(operator, "SHOW CLUSTER STATUS")
                        .toString()
                        .contains(
                                "no accounts of Pinion's; or REPLACE STANDBY p WITH B, if B, which no pair has, is meant to be it"));
        assertThat(Jdbc.rows(operator, "REPLACE STANDBY p WITH B").getFirst()).contains("B");
    }

    @Test
    void aServerThatIsNotEmptyIsRefused() throws Exception {
        third.unfence();
        third.executeUnreplicated(List.of("CREATE DATABASE theirs"));
        assertThat(Failure.of(this::replace).message())
                .contains("not replaced", "has databases already, such as theirs");
        try (Connection root = third.connection()) {
            assertThat(Jdbc.column(root, "SHOW DATABASES")).contains("theirs");
        }
        third.executeUnreplicated(List.of("DROP DATABASE theirs"));
        assertThat(Failure.of(() -> Jdbc.rows(operator, "REPLACE STANDBY p WITH B"))
                        .message())
                .contains("B is the standby of pair p already");
    }

    @Test
    void databasesThatThePairHasNotAreRefusedWhereAllIsKept() throws Exception {
        leaveWithAllThatThePairHas();
        for (String database : List.of("dropped", "theirs")) {
            third.executeUnreplicated(List.of("CREATE DATABASE " + database));
        }
        assertThat(Failure.of(() -> Jdbc.rows(operator, "EXPLAIN REPLACE STANDBY p WITH C"))
                        .message())
                .contains("would be refused", "such as dropped, theirs, which the pair hasn't", "sql_log_bin=0");
        assertThat(Failure.of(this::replace).message()).contains("not replaced", "such as dropped, theirs");

        // Behind this it may be that the pair has dropped them meanwhile, as it has one of them.
        primary.execute(List.of("CREATE DATABASE IF NOT EXISTS dropped", "DROP DATABASE dropped"));
        String refused = Failure.of(this::replace).message();
        assertThat(refused)
                .contains("has databases that the pair hasn't, such as theirs: drop them", "RESUME OPERATION ");

        third.executeUnreplicated(List.of("DROP DATABASE theirs"));
        Jdbc.execute(operator, refused.replaceAll(".*(RESUME OPERATION \\d++).*", "$1"));
        assertThat(PairCluster.lastOperation(operator)).contains("done");
    }

    /** It has been the standby, and isn't any more. */
    private void leaveWithAllThatThePairHas() throws Exception {
        replace();
        third.execute(third.dialect().stopFollowing());
        third.unfence();
        putOn("A", "B");
    }

    /** No view is carried; and none of them is opened to find out, since MariaDB would run its functions. */
    @Test
    void noFunctionOfAViewRunsWithTheRightsOfPinion() throws Exception {
        List<PlantedViews> both = new ArrayList<>();
        // MySQL runs none of them, and its standby takes no views from a test.
        assumeTrue(!(primary.dialect() instanceof MySql), "a test of MariaDB");
        for (ManagedServer server : List.of(primary, standby)) {
            both.add(PlantedViews.plant(server, List.of("planted.pins", "shop.looks")));
        }

        assertThat(Failure.of(this::replace).message()).contains("looks (view) is no plain table");

        for (PlantedViews views : both) {
            assertThat(views.taken()).isEmpty();
            views.drop();
        }
        assertThat(standby.isFenced()).isTrue();
    }

    @Test
    void aServerThatCallsItselfAsTheOldStandbyIsRefused() throws Exception {
        String own = serverId(third);
        String taken = serverId(standby);
        third.execute(List.of("SET GLOBAL server_id = " + taken));
        try {
            assertThat(Failure.of(this::replace).message()).contains("and B (", "answer the same, " + taken);
        } finally {
            third.execute(List.of("SET GLOBAL server_id = " + own));
        }
    }

    private static String serverId(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            return String.valueOf(Jdbc.value(root, "SELECT @@GLOBAL.server_id"));
        }
    }

    /** As when the proxy that ran it died in the middle of the copy. */
    @Test
    void oneThatBrokeOffInTheMiddleGoesOnOrIsGivenUp() throws Exception {
        for (String verb : List.of("CANCEL", "RESUME")) {
            third.unfence();
            third.executeUnreplicated(List.of("CREATE DATABASE shop", "CREATE TABLE shop.half (id INT PRIMARY KEY)"));
            third.fence(PairCluster.TIMEOUT);
            third.execute(third.dialect().openForOperator());
            long number = brokenOff();
            assertThat(Failure.of(this::replace).message()).contains("RESUME OPERATION " + number);

            Jdbc.execute(operator, verb + " OPERATION " + number);

            assertThat(third.isFenced()).isTrue();
            try (Connection root = third.connection()) {
                List<String> databases = Jdbc.column(root, "SHOW DATABASES");
                if (verb.equals("CANCEL")) {
                    assertThat(databases).doesNotContain("shop");
                } else {
                    assertThat(databases).contains("shop", "db00000");
                    assertThat(Jdbc.column(root, "SHOW TABLES FROM shop")).containsExactly("rows_of");
                }
            }
        }
        new Replication(primary, third).awaitCaughtUp(PairCluster.TIMEOUT);
    }

    /** @return the number of one whose proxy died behind the beginning of its copy */
    private long brokenOff() throws Exception {
        return cluster.journal()
                .create(
                        new StandbyReplacement("p", "B", new Server("C", "127.0.0.1", third.port()), Contents.COPIED),
                        new Origin("app", "operator", List.of(), Instant.now()),
                        Progress.beginning(0, "dead", Instant.now())
                                .in("copying")
                                .withFact("standby_was_open", "false")
                                .withFact("copied", "true"))
                .number();
    }

    @Test
    void aPairWhoseStandbyIsBeingReplacedIsNotPromoted() throws Exception {
        long number = brokenOff();

        assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p")).message())
                .contains("RESUME OPERATION " + number);
        assertThat(Failure.of(() -> Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p"))
                        .message())
                .contains("would be refused", "RESUME OPERATION " + number);
    }

    /** As behind a promotion by force, in the middle of it. */
    @Test
    void oneWhoseServerIsThePrimaryByNowIsOver() throws Exception {
        for (String verb : List.of("RESUME", "CANCEL")) {
            long number = brokenOff();
            putOn("C", "A");

            Jdbc.execute(operator, verb + " OPERATION " + number);

            assertThat(PairCluster.lastOperation(operator).toString())
                    .contains(verb.equals("RESUME") ? "done" : "cancelled", "C is the primary of the pair by now");
        }
    }

    /** As when the proxy that ran it died before the primary was told of the new standby. */
    @Test
    void aPairWhosePrimaryFollowsAnotherServerIsNotPromoted() throws Exception {
        replace();
        standby.execute(standby.dialect()
                .follow(new ReplicationSource(
                        "127.0.0.1",
                        primary.port(),
                        new ReplicationLogin(AccountRole.OPERATOR.userName(), "operator-secret", false))));
        putOn("A", "B");

        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS")
                .toString()
                .contains("A doesn't follow B (it follows the server with server_id " + serverId(third)));
        assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p")).message())
                .contains("doesn't follow B", "server_id " + serverId(third));
    }

    private void putOn(String first, String second) throws Exception {
        cluster.editor()
                .change(
                        now -> now.withPair(new Pair(
                                "p",
                                now.server(first).orElseThrow(),
                                Optional.of(now.server(second).orElseThrow()))),
                        0);
        Conditions.await(
                () -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().get(1).equals(first));
        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().contains(second));
    }

    /** As when the proxy that ran it died before the server began to follow. */
    @Test
    void oneWhoseServerHasItsSourceAndDoesNotFollowYetGoesOn() throws Exception {
        replace();
        cluster.editor()
                .change(
                        now -> now.withPair(new Pair(
                                "p",
                                now.pair("p").orElseThrow().primary(),
                                Optional.of(now.server("B").orElseThrow()))),
                        0);
        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().contains("B"));
        third.execute(third.dialect().stopFollowing());
        try (Connection client = cluster.connect(0)) {
            PairCluster.write(client);
        }

        Jdbc.execute(operator, "RESUME OPERATION " + brokenOff());

        assertThat(PairCluster.lastOperation(operator)).contains("done");
        assertThat(third.replication().isRunning()).isTrue();
        new Replication(primary, third).awaitCaughtUp(PairCluster.TIMEOUT);
    }
}
