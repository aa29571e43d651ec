package io.pinion.integration.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.OffOrTime;
import io.pinion.config.settings.PairSettings;
import io.pinion.config.source.ProxyRegistration;
import io.pinion.config.source.RegisteredProxy;
import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.RowWriters;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary that nobody reaches is replaced without anybody's word, if the proxies agree; with three proxies. */
class AutomaticPromotionIT {
    private static final PairSettings ON =
            RecordCopy.of(PairSettings.DEFAULT, Map.of("promoteAutomatically", OffOrTime.of(Duration.ofSeconds(10))));
    private static final PairSettings OFF = PairSettings.DEFAULT;

    /** Ten seconds of silence, twenty in which proxies leave the primary, and this machine. */
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    private static final Duration THINK = Duration.ofMillis(2);
    private static final int ROWS = 300;

    /** In SHOW PAIRS. */
    private static final int PRIMARY_STATE = 3;

    private Path directory;

    private LocalPair pair;
    private PairCluster cluster;
    private FaultLine toPrimary;

    /** Of the third proxy alone. */
    private FaultLine toZooKeeper;

    @BeforeEach
    void start(@TempDir Path kept) throws Exception {
        directory = kept;
        LocalServers servers = LocalServers.open(directory.resolve("servers"));
        pair = LocalPair.start(servers, "P", 9);
        LocalServer primary = pair.primary();
        toPrimary = new FaultLine(primary.port());
        ManagedServer behindTheLine =
                ManagedServer.connect("A", "127.0.0.1", toPrimary.port(), primary.rootUser(), primary.rootPassword());
        cluster = new PairCluster(directory, behindTheLine, pair.standby().manage(), servers, ON);
        toZooKeeper = new FaultLine(cluster.zooKeeperPort());
    }

    @AfterEach
    void stop() throws Exception {
        toPrimary.heal();
        toZooKeeper.heal();
        cluster.stop();
        toPrimary.close();
        toZooKeeper.close();
    }

    private void addProxy(PairSettings pairs) throws Exception {
        cluster.addProxy(directory.resolve("three"), pairs, "127.0.0.1:" + toZooKeeper.port());
        awaitClose();
    }

    /** Until every proxy has seen the standby follow. */
    private void awaitClose() throws Exception {
        for (int proxy = 0; proxy < 2; proxy++) {
            try (Connection operator = cluster.connect(proxy)) {
                Conditions.await("a standby that follows", TIMEOUT, () -> {
                    List<String> shown = Jdbc.rows(operator, "SHOW PAIRS").getFirst();
                    String lag = shown.get(8);
                    return "both ways".equals(shown.get(7)) && !lag.equals("null") && !lag.startsWith("over");
                });
            }
        }
    }

    private static String primaryState(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW PAIRS").getFirst().get(PRIMARY_STATE);
    }

    private static String problems(Connection operator) throws SQLException {
        return String.valueOf(Jdbc.rows(operator, "SHOW PAIRS").getFirst().getLast());
    }

    private static void awaitPromoted(Connection operator) {
        Conditions.await(
                "the promotion", TIMEOUT, () -> PairCluster.primary(operator).equals("B"));
    }

    @Test
    void aPrimaryThatDiesUnderLoadIsReplaced() throws Exception {
        addProxy(ON);
        try (Connection operator = cluster.connect(2)) {
            RowWriters writers = new RowWriters(cluster, 8, THINK);
            try (writers) {
                writers.awaitMore(ROWS);
                awaitMostOnTheStandby();
                pair.primary().kill9();
            }
            awaitPromoted(operator);

            Conditions.await(() -> PairCluster.lastOperation(operator).contains("done"));
            assertThat(PairCluster.lastOperation(operator))
                    .contains("PROMOTE PAIR p TO B AUTOMATICALLY", "pinion (automatic)")
                    .anySatisfy(said -> assertThat(said).startsWith("may be missing: what A had acknowledged behind"));
            for (int proxy = 0; proxy < 3; proxy++) {
                try (Connection client = cluster.connect(proxy)) {
                    PairCluster.write(client);
                }
            }
            assertNothingLostButTheEnd(writers, operator);
            PairCluster.requireIdsPassedOver(operator);
            pair.primary().start();
            Conditions.await(
                    "the old primary",
                    TIMEOUT,
                    () -> Jdbc.rows(operator, "SHOW PAIRS").getFirst().get(6).startsWith("up"));
            try (ManagedServer old = pair.primary().manage()) {
                assertThat(old.isFenced()).isTrue();
            }
        }
    }

    private void awaitMostOnTheStandby() {
        Conditions.await("most rows on the standby", TIMEOUT, () -> {
            try (Connection standby = pair.standby().connect()) {
                return Integer.parseInt(Jdbc.value(standby, "SELECT COUNT(*) FROM shop.rows_of")) > ROWS / 2;
            }
        });
    }

    /** What the standby had received is a beginning of what each writer had written. */
    private static void assertNothingLostButTheEnd(RowWriters writers, Connection client) throws SQLException {
        Set<String> there = new TreeSet<>(Jdbc.column(client, "SELECT id FROM rows_of"));
        assertThat(there).hasSizeGreaterThan(ROWS / 2);
        for (String id : there) {
            int dash = id.indexOf('-');
            int number = Integer.parseInt(id.substring(dash + 1));
            if (number > 0) {
                assertThat(there).contains(id.substring(0, dash + 1) + (number - 1));
            }
        }
        System.out.println("kept " + there.size() + ", acknowledged " + writers.acknowledged.size());
    }

    /** The others say that they reach it, until one more doesn't. */
    @Test
    void onlyAMajorityReplacesAPrimary() throws Exception {
        awaitClose();
        List<ProxyRegistration> others = new ArrayList<>();
        try (Connection operator = cluster.connect(0)) {
            for (int other = 0; other < 2; other++) {
                others.add(cluster.registry().register(stating("other-" + other)));
            }
            Conditions.await(() -> Jdbc.rows(operator, "SHOW PROXIES").size() == 4);
            pair.primary().kill9();
            Conditions.await("the objection", TIMEOUT, () -> problems(operator).contains("2 of 4 proxies don't"));
            assertThat(Jdbc.rows(operator, "SHOW OPERATIONS")).isEmpty();

            others.getFirst().update(stated -> stated.withSilent(Set.of("A")));

            awaitPromoted(operator);
        } finally {
            others.forEach(ProxyRegistration::close);
        }
    }

    /** A proxy that reaches all primaries, and adopts every topology at once. */
    private static RegisteredProxy stating(String name) {
        return new RegisteredProxy(
                name,
                name + ":3306",
                "test",
                Instant.now(),
                1_000_000,
                1_000_000,
                1_000_000,
                name,
                Optional.of(Set.of()),
                Set.of());
    }

    @Test
    void nothingHappensAsLongAsOneProxyTakesNoPart() throws Exception {
        addProxy(OFF);
        try (Connection operator = cluster.connect(0)) {
            pair.primary().kill9();

            Conditions.await("the objection", TIMEOUT, () -> problems(operator).contains("takes no part"));

            assertThat(Jdbc.rows(operator, "SHOW OPERATIONS")).isEmpty();
            assertThat(PairCluster.primary(operator)).isEqualTo("A");
        }
    }

    /** Nobody tells it what the others do, and it still reaches the server that they replace. */
    @Test
    void aProxyThatIsCutOffStops() throws Exception {
        addProxy(ON);
        try (Connection idle = cluster.connect(2);
                Connection open = cluster.connect(2)) {
            PairCluster.write(idle);
            Jdbc.execute(open, "BEGIN");
            Jdbc.execute(open, "INSERT INTO rows_of VALUES ('never committed', 1)");
            toZooKeeper.silence();

            Conditions.await("its end", TIMEOUT, () -> {
                try {
                    PairCluster.write(idle);
                    return false;
                } catch (SQLException refused) {
                    assertThat(refused.getMessage())
                            .contains("cut off from ZooKeeper")
                            .containsAnyOf("has not run", "may have run");
                    return true;
                }
            });
            assertThat(Failure.of(() -> Jdbc.execute(open, "COMMIT")).message()).contains("pair p");

            toZooKeeper.heal();
            Conditions.await("its return", TIMEOUT, () -> PairCluster.writes(idle));
            assertThat(Jdbc.column(idle, "SELECT id FROM rows_of")).isEmpty();
        }
    }

    /** It was only cut off from the proxies, and nobody could fence it. */
    @Test
    void aPrimaryThatIsCutOffIsLeftByAllProxiesAndFencedWhenItIsBack() throws Exception {
        awaitClose();
        try (Connection operator = cluster.connect(0);
                Connection open = cluster.connect(1)) {
            Jdbc.execute(open, "BEGIN");
            Jdbc.execute(open, "INSERT INTO rows_of VALUES ('never committed', 1)");
            toPrimary.silence();
            awaitPromoted(operator);
            assertThat(Failure.of(() -> Jdbc.execute(open, "COMMIT")).message()).contains("pair p");
            try (ManagedServer old = pair.primary().manage()) {
                assertThat(old.isFenced()).isFalse();

                toPrimary.heal();

                Conditions.await("the fence", TIMEOUT, old::isFenced);
            }
            PairCluster.write(operator);
            assertThat(Jdbc.column(operator, "SELECT id FROM rows_of")).isEmpty();
        }
    }

    /** It comes back while the proxies leave it. */
    @Test
    void aPrimaryThatAnswersAgainIsKept() throws Exception {
        awaitClose();
        try (Connection operator = cluster.connect(0)) {
            toPrimary.silence();
            Conditions.await("the hold", TIMEOUT, () -> primaryState(operator).contains("statements held"));

            toPrimary.heal();

            Conditions.await("the release", TIMEOUT, () -> PairCluster.lastOperation(operator)
                    .contains("cancelled"));
            Conditions.await("a write", TIMEOUT, () -> PairCluster.writes(operator));
            assertThat(PairCluster.primary(operator)).isEqualTo("A");
        }
    }
}
