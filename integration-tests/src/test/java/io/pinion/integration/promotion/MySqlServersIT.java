package io.pinion.integration.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MySqlPair;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.SnapshotPlace;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What promotions do to MySQL 9.7 servers, without a proxy: fences, positions and replication both ways. */
@NeedsMySql97
class MySqlServersIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String PASSWORD = "it-is-a-test";
    private static final int WRITERS = 4;
    private static final int PLACES = 300;

    /** A number, or the first and the last of some, in a set of GTIDs. */
    private static final Pattern INTERVAL = Pattern.compile(":(\\d+)(?:-(\\d+))?");

    private final GivenServers servers = GivenServers.mysql97();

    @Test
    void aFencedServerRefusesEveryAccountAndTheOperatorOpensIt() throws SQLException {
        try (ManagedServer root = servers.manage(0)) {
            root.unfence();
            root.createAccounts(accounts());
            try (ManagedServer operator = loggedIn(AccountRole.OPERATOR);
                    ManagedServer data = loggedIn(AccountRole.DATA)) {
                data.execute(List.of("CREATE DATABASE pinion_it", "CREATE TABLE pinion_it.t (id INT PRIMARY KEY)"));
                operator.fence(TIMEOUT);
                assertThat(operator.isFenced()).isTrue();
                for (ManagedServer writer : List.of(data, operator, root)) {
                    assertThatThrownBy(() -> writer.execute(List.of("INSERT INTO pinion_it.t VALUES (1)")))
                            .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                    .isEqualTo(1290));
                }
                operator.unfence();
                data.execute(List.of("INSERT INTO pinion_it.t VALUES (2)"));
                assertThat(operator.awaitPosition(operator.position(), TIMEOUT)).isTrue();
            } finally {
                root.unfence();
                root.execute(List.of("DROP DATABASE IF EXISTS pinion_it"));
            }
        }
    }

    @Test
    void theMonitorSeesReplicationAndPosition() throws SQLException {
        try (ManagedServer root = servers.manage(0)) {
            root.createAccounts(accounts());
        }
        try (ManagedServer monitor = loggedIn(AccountRole.MONITOR)) {
            assertThat(monitor.replication().lastError()).isEmpty();
            assertThat(monitor.position().gtids()).doesNotContain("\n");
        }
    }

    @Test
    @NeedsMySql97(2)
    void twoServersReplicateBothWays() throws SQLException {
        try (MySqlPair pair = MySqlPair.join(servers);
                ManagedServer first = pair.manage(0);
                ManagedServer second = pair.manage(1)) {
            Replication replication = new Replication(first, second);

            first.execute(List.of("CREATE DATABASE pinion_it", "CREATE TABLE pinion_it.t (id INT PRIMARY KEY)"));
            replication.awaitCaughtUp(TIMEOUT);
            second.execute(List.of("INSERT INTO pinion_it.t VALUES (1)"));
            replication.awaitCaughtUp(TIMEOUT);

            try (Connection connection = first.connection()) {
                assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM pinion_it.t"))
                        .isEqualTo("1");
            }
        }
    }

    /** A move waited for a transaction that its channel didn't get: it was in the log already, and not executed yet. */
    @Test
    void thePlaceOfASnapshotHasJustTheTransactionsOfItsPosition() throws Exception {
        try (ManagedServer root = servers.manage(0)) {
            root.createAccounts(accounts());
            root.execute(List.of(
                    "CREATE DATABASE pinion_it", "CREATE TABLE pinion_it.t (id INT AUTO_INCREMENT PRIMARY KEY)"));
            List<SnapshotPlace> places = new ArrayList<>();
            AtomicBoolean over = new AtomicBoolean();
            ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
            try (ManagedServer operator = loggedIn(AccountRole.OPERATOR);
                    Connection asking = operator.connection()) {
                List<Future<?>> written = IntStream.range(0, WRITERS)
                        .<Future<?>>mapToObj(writer -> writers.submit(() -> write(over)))
                        .toList();
                for (int i = 0; i < PLACES; i++) {
                    places.add(operator.dialect().snapshotPlace(asking));
                }
                over.set(true);
                for (Future<?> done : written) {
                    done.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                }
                SnapshotPlace first = places.getFirst();
                NavigableSet<Long> ends = endsOfTransactions(asking, first.place());
                for (SnapshotPlace place : places) {
                    if (place.place().file().equals(first.place().file())) {
                        assertThat(transactions(asking, first.position(), place.position()))
                                .isEqualTo(ends.headSet(place.place().offset(), true)
                                        .size());
                    }
                }
            } finally {
                over.set(true);
                writers.shutdownNow();
                root.execute(List.of("DROP DATABASE pinion_it"));
            }
        }
    }

    private Void write(AtomicBoolean over) throws SQLException {
        try (ManagedServer data = loggedIn(AccountRole.DATA)) {
            while (!over.get()) {
                data.execute(List.of("INSERT INTO pinion_it.t VALUES ()"));
            }
        }
        return null;
    }

    private static long transactions(Connection connection, Position from, Position to) throws SQLException {
        String more = Jdbc.value(connection, "SELECT GTID_SUBTRACT('" + to.gtids() + "', '" + from.gtids() + "')");
        return INTERVAL.matcher(more)
                .results()
                .mapToLong(found -> {
                    long first = Long.parseLong(found.group(1));
                    return found.group(2) == null ? 1 : Long.parseLong(found.group(2)) - first + 1;
                })
                .sum();
    }

    private static NavigableSet<Long> endsOfTransactions(Connection connection, BinlogPlace from) throws SQLException {
        NavigableSet<Long> ends = new TreeSet<>();
        for (List<String> event :
                Jdbc.rows(connection, "SHOW BINLOG EVENTS IN '" + from.file() + "' FROM " + from.offset())) {
            if (event.get(2).equals("Xid")) {
                ends.add(Long.parseLong(event.get(4)));
            }
        }
        return ends;
    }

    private ManagedServer loggedIn(AccountRole role) throws SQLException {
        GivenServers.Address address = servers.addresses().getFirst();
        return ManagedServer.connect(role.userName(), address.host(), address.port(), role.userName(), PASSWORD);
    }

    private static List<ServerAccount> accounts() {
        return Arrays.stream(AccountRole.values())
                .map(role -> ServerAccount.of(role, "127.0.0.1", PASSWORD))
                .toList();
    }
}
