package io.pinion.integration.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.RowWriters;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary that comes back fenced from a restart takes writes again, without anybody's word, if nothing is in doubt. */
class RestartedPrimaryIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration THINK = Duration.ofMillis(5);
    private static final int ROWS = 300;

    private PairCluster cluster;

    /** One at each proxy. */
    private List<Connection> operators;

    private LocalPair pair;
    private LocalServer primary;
    private LocalServer standby;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        LocalServers servers = LocalServers.open(directory.resolve("servers"));
        pair = LocalPair.start(servers, "P", 8);
        primary = pair.primary();
        standby = pair.standby();
        cluster = new PairCluster(directory, primary.manage(), standby.manage(), servers, PairSettings.DEFAULT);
        operators = List.of(cluster.connect(0), cluster.connect(1));
        awaitState("up");
        awaitAge();
    }

    /** Servers tell when they started by whole seconds: two starts that are closer are one. */
    private void awaitAge() throws Exception {
        try (ManagedServer server = primary.manage();
                Connection root = server.connection()) {
            Conditions.await(
                    "the primary's age",
                    Duration.ofSeconds(30),
                    () -> Integer.parseInt(Jdbc.rows(root, "SHOW GLOBAL STATUS LIKE 'Uptime'")
                                    .getFirst()
                                    .get(1))
                            > 9);
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (Connection operator : operators) {
            operator.close();
        }
        cluster.stop();
    }

    @Test
    void aPrimaryThatDiesUnderLoadAndComesBackTakesWritesAgain() throws Exception {
        RowWriters writers = new RowWriters(cluster, 8, THINK);
        try (writers) {
            writers.awaitMore(ROWS);
            primary.kill9();
        }
        primary.start();

        Conditions.await("a write", TIMEOUT, () -> {
            try (Connection client = cluster.connect(1)) {
                PairCluster.write(client);
                return true;
            } catch (SQLException notYet) {
                return false;
            }
        });
        try (Connection client = cluster.connect(0)) {
            Set<String> there = new TreeSet<>(Jdbc.column(client, "SELECT id FROM rows_of"));
            assertThat(there).containsAll(writers.acknowledged);
        }
        cluster.replication().awaitCaughtUp(TIMEOUT);
    }

    @Test
    void whatSomebodyHasFencedStaysFenced() throws Exception {
        primary.fence(true);
        awaitState("up, fenced");
        assertThat(isFencedAtLast()).isTrue();
    }

    @Test
    void itStaysFencedAsLongAsItsStandbyTakesWrites() throws Exception {
        standby.fence(false);
        primary.restart();
        awaitState("up, fenced");
        assertThat(isFencedAtLast()).isTrue();

        standby.fence(true);

        Conditions.await("the primary to be opened", TIMEOUT, () -> !isFenced());
    }

    @Test
    void itStaysFencedAsLongAsItsStandbyCantBeAsked() throws Exception {
        standby.kill9();
        primary.restart();
        awaitState("up, fenced");
        assertThat(isFencedAtLast()).isTrue();

        standby.start();

        Conditions.await("the primary to be opened", TIMEOUT, () -> !isFenced());
    }

    /** As one that has lost its last transactions in a crash: both would go on from there in different ways. */
    @Test
    void itStaysFencedAsLongAsItsStandbyHasMore() throws Exception {
        primary.execute("STOP SLAVE", "RESET SLAVE ALL");
        standby.execute("INSERT INTO shop.rows_of VALUES ('lost on the primary', 1)");
        primary.restart();
        awaitState("up, fenced");
        assertThat(isFencedAtLast()).isTrue();

        pair.join();

        Conditions.await("the primary to be opened", TIMEOUT, () -> !isFenced());
    }

    /** The same, where the standby has got them and not applied them yet. */
    @Test
    void itStaysFencedAsLongAsItsStandbyHasReceivedMore(@TempDir Path before) throws Exception {
        keep(before);
        standby.execute("STOP SLAVE SQL_THREAD");
        primary.execute("INSERT INTO shop.rows_of VALUES ('lost on the primary', 1)");
        awaitReceived();

        comeBackWith(before);

        awaitState("up, fenced");
        assertThat(isFencedAtLast()).isTrue();

        // Others will have the names of what was lost: the standby would leave them out, and nobody would see it.
        List<String> opened = Jdbc.rows(operators.getFirst(), "OPEN PAIR p").getFirst();
        assertThat(opened.get(2)).contains("which the primary has lost", "REPLACE STANDBY");
        assertThat(isFenced()).isFalse();
        try (ManagedServer follower = standby.manage()) {
            assertThat(follower.replication().configured()).isFalse();
        }
    }

    /** The same, where the standby sends them back, and the primary leaves them out, as they are of its own. */
    @Test
    void whatItLeavesOutIsKeptByAPromotion(@TempDir Path before) throws Exception {
        keep(before);
        primary.execute("INSERT INTO shop.rows_of VALUES ('lost on the primary', 1)");
        cluster.replication().awaitCaughtUp(TIMEOUT);

        comeBackWith(before);

        awaitState("up, fenced");
        try (ManagedServer follower = standby.manage();
                Connection there = follower.connection()) {
            String last = Jdbc.value(there, "SELECT @@gtid_binlog_pos");
            Conditions.await("the primary to leave them out", TIMEOUT, () -> {
                try (ManagedServer server = primary.manage();
                        Connection here = server.connection()) {
                    return String.valueOf(Jdbc.value(here, "SELECT @@gtid_slave_pos"))
                            .equals(last);
                }
            });
        }
        assertThat(isFencedAtLast()).isTrue();
        Connection operator = operators.getFirst();
        Conditions.await("the cure", TIMEOUT, () -> problems(operator)
                .contains("PROMOTE PAIR p FORCE keeps them, OPEN PAIR p gives them up"));
        assertThat(problems(operator)).doesNotContain("DISCARD CONTENTS", "a promotion would lose");

        Jdbc.rows(operator, "PROMOTE PAIR p FORCE");

        Conditions.await(() -> PairCluster.primary(operator).equals("B"));
        try (Connection client = cluster.connect(0)) {
            PairCluster.write(client);
            assertThat(Jdbc.column(client, "SELECT id FROM rows_of")).contains("lost on the primary");
        }
        try (ManagedServer server = standby.manage()) {
            assertThat(server.replication().configured()).isFalse();
        }
        requireNoWayBack(operator);
        String plain = "REPLACE STANDBY p WITH A";
        assertThat(Failure.of(() -> Jdbc.rows(operator, "EXPLAIN " + plain)).message())
                .contains("has lost transactions of its own", plain + " DISCARD CONTENTS");
        assertThat(Failure.of(() -> Jdbc.rows(operator, plain)).message())
                .contains("has lost transactions of its own", plain + " DISCARD CONTENTS");

        Jdbc.rows(operator, plain + " DISCARD CONTENTS");

        assertThat(Jdbc.rows(operator, "VERIFY PAIR p").toString()).doesNotContain("DIFFERS");
        Conditions.await("both ways", TIMEOUT, () -> Jdbc.rows(operator, "SHOW PAIRS")
                .getFirst()
                .contains("both ways"));
        assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo("A");
        PairCluster.write(operator);
    }

    /** Also where somebody lets both follow each other: the old primary gets to the place of the new one all the same. */
    private void requireNoWayBack(Connection operator) throws Exception {
        try (ManagedServer source = standby.manage();
                ManagedServer follower = primary.manage()) {
            assertThat(follower.awaitPosition(source.position(), TIMEOUT)).isTrue();
        }
        standby.execute("SET GLOBAL gtid_slave_pos=@@GLOBAL.gtid_binlog_pos");
        pair.join();
        Conditions.await("both ways", TIMEOUT, () -> Jdbc.rows(operator, "SHOW PAIRS")
                .getFirst()
                .contains("both ways"));
        assertThat(Failure.of(() -> Jdbc.rows(operator, "PROMOTE PAIR p")).message())
                .contains("has lost transactions of its own", "REPLACE STANDBY p WITH A DISCARD CONTENTS");
        // So that no proxy promotes it by itself.
        Conditions.await(
                "an unknown lag",
                TIMEOUT,
                () -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().get(8).equals("null"));
    }

    private static String problems(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW PAIRS").getFirst().getLast();
    }

    /** Keeps the primary's data as they are now, and returns when it takes writes again. */
    private void keep(Path before) throws Exception {
        primary.stop();
        copy(primary.data(), before);
        primary.start();
        Conditions.await("the primary to be opened", TIMEOUT, () -> !isFenced());
        awaitAge();
        awaitState("up");
    }

    private void comeBackWith(Path before) throws Exception {
        primary.kill9();
        empty(primary.data());
        copy(before, primary.data());
        primary.start();
    }

    @Test
    void whatSomebodyHasFencedStaysFencedAlsoWhenItRestarts() throws Exception {
        primary.fence(true);
        awaitState("up, fenced");
        primary.restart();
        // Both proxies have looked again since.
        awaitAge();
        awaitState("up, fenced");
        assertThat(isFencedAtLast()).isTrue();
    }

    @Test
    void aStandbyThatHasYetToApplyWhatItHasReceivedHoldsNothingUp() throws Exception {
        standby.execute("STOP SLAVE SQL_THREAD");
        primary.execute("INSERT INTO shop.rows_of VALUES ('to be applied', 1)");
        awaitReceived();

        primary.restart();

        Conditions.await("the primary to be opened", TIMEOUT, () -> !isFenced());
    }

    private void awaitReceived() {
        Conditions.await("the standby to receive all", TIMEOUT, () -> {
            try (ManagedServer follower = standby.manage();
                    ManagedServer source = primary.manage();
                    Connection there = follower.connection();
                    Connection here = source.connection()) {
                return Jdbc.rows(there, "SHOW SLAVE STATUS")
                        .toString()
                        .contains(Jdbc.value(here, "SELECT @@gtid_binlog_pos"));
            }
        });
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path there = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(there);
                } else {
                    Files.copy(file, there);
                }
            }
        }
    }

    private static void empty(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void itStaysFencedAsLongAsAPromotionIsUnfinished() throws Exception {
        Connection operator = operators.getFirst();
        cluster.breakOff(operator);
        primary.restart();
        awaitState("up, fenced, statements held");
        assertThat(isFencedAtLast()).isTrue();

        Jdbc.execute(
                operator,
                "RESUME OPERATION " + PairCluster.lastOperation(operator).getFirst());

        assertThat(PairCluster.primary(operator)).isEqualTo("B");
        assertThat(isFencedAtLast()).isTrue();
    }

    /** As both proxies see the primary. */
    private void awaitState(String state) {
        for (Connection operator : operators) {
            Conditions.await(
                    "the primary to be " + state,
                    TIMEOUT,
                    () -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().get(3).equals(state));
        }
    }

    private boolean isFencedAtLast() {
        return Conditions.settled(() -> {
                    try {
                        return isFenced() ? 1 : 0;
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                })
                == 1;
    }

    private boolean isFenced() throws SQLException {
        try (ManagedServer root = primary.manage()) {
            return root.isFenced();
        }
    }
}
