package io.pinion.integration.standby;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.faults.cluster.KillableServers;
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
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From a primary that was killed under load to a pair with two good servers, by one {@code PROMOTE PAIR … FORCE FENCED} and one
 * {@code REPLACE STANDBY}. On MariaDB; on MySQL 9.7 with {@code -Dpinion.faults.mysql97=} and the path of a script. With
 * {@code -Dpinion.dead.shards=4096} the pair has so many shards; what it takes is printed.
 */
class DeadServerIT {
    private static final int WRITERS = 32;
    private static final int SHARDS = Integer.getInteger("pinion.dead.shards", 2);

    /** Enough for 4,096 shards on a busy machine. */
    private static final Duration COPY = Duration.ofMinutes(20);

    private KillableServers servers;
    private PairCluster cluster;
    private Connection operator;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        servers = KillableServers.start(directory.resolve("servers"));
        cluster = new PairCluster(
                directory, servers.first().manage(), servers.second().manage(), servers.stop());
        operator = cluster.connect(0);
        if (SHARDS > 2) {
            operator.setNetworkTimeout(Runnable::run, Math.toIntExact(COPY.toMillis()));
            openShards("OPEN SHARDS 2-" + (SHARDS - 1) + " ON PAIR p IN pinterest");
        }
    }

    /** The same statement goes on where the standby was too far behind to wait for. */
    private void openShards(String statement) throws SQLException {
        try {
            timed(statement);
        } catch (SQLException e) {
            assertThat(e.getMessage()).contains("standby");
            timed(statement);
        }
    }

    @AfterEach
    void stop() throws Exception {
        operator.close();
        cluster.stop();
        for (FaultServer server : List.of(servers.first(), servers.second(), servers.spare())) {
            server.line().close();
        }
    }

    @Test
    void theOldPrimaryIsTakenBack() throws Exception {
        killUnderLoad(servers.first());

        servers.first().start();
        takeBack("A");

        requireGood("B", "A", servers.first());
        assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo("A");
        PairCluster.write(operator);
    }

    @Test
    void whatItAloneHasIsNotDroppedWithoutAWord() throws Exception {
        killUnderLoad(servers.first());
        servers.first().start();
        try (ManagedServer old = servers.first().manage()) {
            old.unfence();
            old.execute(List.of("INSERT INTO shop.rows_of VALUES ('its own', 1)"));
            old.fence(PairCluster.TIMEOUT);
        }

        String plain = "REPLACE STANDBY p WITH A";
        assertThat(Failure.of(() -> Jdbc.rows(operator, plain)).message())
                .contains("A (", "has transactions in its log that the pair hasn't", "mysqlbinlog")
                .contains(plain + " DISCARD CONTENTS");
        assertThat(Failure.of(() -> Jdbc.rows(operator, "EXPLAIN " + plain)).message())
                .contains("would be refused", plain + " DISCARD CONTENTS");
        assertThat(Jdbc.rows(operator, "EXPLAIN " + plain + " DISCARD CONTENTS").toString())
                .contains("DROP DATABASE", "pairs.p.standby = nothing", "pairs.p.standby = A");

        Jdbc.rows(operator, plain + " DISCARD CONTENTS");

        requireGood("B", "A", servers.first());
        try (ManagedServer old = servers.first().manage();
                Connection root = old.connection()) {
            assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM shop.rows_of WHERE id = 'its own'"))
                    .isEqualTo("0");
        }
    }

    @Test
    void anEmptyServerThatNobodyKnowsTakesItsPlace() throws Exception {
        killUnderLoad(servers.first());

        String address = "'127.0.0.1:" + port(servers.spare()) + "'";
        String with = "REPLACE STANDBY p WITH " + address;
        assertThat(Failure.of(() -> Jdbc.rows(operator, with)).message())
                .contains("pC (127.0.0.1:" + port(servers.spare()) + ")", "USING 'user' IDENTIFIED BY 'password'");
        assertThat(Failure.of(() -> Jdbc.rows(operator, with + " USING 'root' IDENTIFIED BY 'wrong'"))
                        .message())
                .contains("pC (127.0.0.1:", "refuses the login of root");
        List<String> replaced = timed(with + " USING 'root' IDENTIFIED BY '" + servers.rootPassword() + "'");

        assertThat(replaced)
                .startsWith("p", "B", "pC", String.valueOf(SHARDS + 1))
                .last()
                .asString()
                .contains("A can't be told", "keep it off, or say STOP ", " ALL", " there (");
        requireGood("B", "pC", servers.spare());
        // The old one is of no pair then, and may come back in the place of that.
        servers.first().start();
        takeBack("A");
        requireGood("B", "A", servers.first());
    }

    @Test
    void oneThatWasEmptiedByHandIsFilled() throws Exception {
        killUnderLoad(servers.first());
        servers.first().start();
        try (ManagedServer old = servers.first().manage();
                Connection there = old.connection()) {
            old.execute(old.dialect().forgetSource());
            old.unfence();
            old.executeUnreplicated(Jdbc.column(
                    there,
                    "SELECT CONCAT('DROP DATABASE ', schema_name) FROM information_schema.schemata"
                            + " WHERE schema_name = 'shop' OR schema_name REGEXP '^db[0-9]{5}$'"));
            old.execute(List.of(old.dialect().forgetLog().replaceAll(" \\(.*", "")));
        }

        Jdbc.rows(operator, "REPLACE STANDBY p WITH A");

        requireGood("B", "A", servers.first());
    }

    /** Returns when the standby is the primary. */
    private void killUnderLoad(FaultServer primary) throws Exception {
        RowWriters writers = new RowWriters(cluster, WRITERS, Duration.ofMillis(5));
        try (writers) {
            writers.awaitMore(500);
            primary.kill9();
            Conditions.await("writers notice", PairCluster.TIMEOUT, () -> writers.errors.size() == WRITERS);
        }
        List<String> promoted = timed("PROMOTE PAIR p FORCE FENCED");
        assertThat(promoted).startsWith("p", "B", "A");
        Conditions.await(() -> PairCluster.primary(operator).equals("B"));
        PairCluster.write(operator);
    }

    /** As it is, or without what it alone has. */
    private void takeBack(String server) throws SQLException {
        String plain = "REPLACE STANDBY p WITH " + server;
        try {
            timed(plain);
        } catch (SQLException e) {
            assertThat(e.getMessage()).contains(plain + " DISCARD CONTENTS");
            timed(plain + " DISCARD CONTENTS");
        }
    }

    private List<String> timed(String statement) throws SQLException {
        long begun = System.nanoTime();
        List<String> row = Jdbc.rows(operator, statement).getFirst();
        System.out.printf("%d shards: %.80s: %.1f s, %s%n", SHARDS, statement, (System.nanoTime() - begun) / 1e9, row);
        return row;
    }

    private void requireGood(String primary, String standby, FaultServer follower) throws Exception {
        Conditions.await("both follow each other", PairCluster.TIMEOUT, () -> {
            List<String> pair = Jdbc.rows(operator, "SHOW PAIRS").getFirst();
            return pair.contains("both ways") && pair.contains(primary) && pair.contains(standby);
        });
        PairCluster.write(operator);
        try (ManagedServer server = follower.manage();
                ManagedServer other = servers.second().manage()) {
            assertThat(server.awaitPosition(other.position(), PairCluster.TIMEOUT))
                    .isTrue();
            assertThat(server.isFenced()).isTrue();
        }
        assertThat(Jdbc.rows(operator, "VERIFY PAIR p").toString()).doesNotContain("DIFFERS");
    }

    private static int port(FaultServer server) throws SQLException {
        try (ManagedServer root = server.manage()) {
            return root.port();
        }
    }
}
