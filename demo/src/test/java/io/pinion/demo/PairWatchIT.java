package io.pinion.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.server.watch.AskFailure;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the watch over a real pair finds, with the rights of the monitor. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PairWatchIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final LocalServers servers;
    private final LocalPair local;
    private final Pair pair;
    private final ServerWatch watch;
    private final Map<String, ServerReport> reports = new ConcurrentHashMap<>();
    private volatile Standing standing = Standing.UNKNOWN;

    PairWatchIT(@TempDir Path directory) throws IOException, SQLException {
        servers = LocalServers.open(directory);
        local = LocalPair.start(servers, "P", 1);
        pair = new Pair("P", at("A", local.primary()), Optional.of(at("B", local.standby())));
        for (LocalServer server : List.of(local.primary(), local.standby())) {
            try (ManagedServer root = server.manage()) {
                root.createAccounts(List.of(ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", "m")));
            }
        }
        watch = ServerWatch.start(
                this::topology,
                new ServerAccess(new Secrets(Map.of("PASSWORD", "m")::get), Map::of),
                Duration.ofMillis(100),
                new Remembered());
    }

    private static Server at(String name, LocalServer server) {
        return new Server(name, "127.0.0.1", server.port());
    }

    private Topology topology() {
        Account monitor = new Account(Account.MONITOR, AccountRole.MONITOR.userName(), "env:PASSWORD");
        Server standby = pair.standby().orElseThrow();
        return new Topology(
                1,
                "test",
                Map.of(pair.primary().name(), pair.primary(), standby.name(), standby),
                Map.of(pair.name(), pair),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Map.of(),
                Map.of(Account.MONITOR, monitor));
    }

    private final class Remembered implements ServerWatch.Listener {
        @Override
        public void answered(Server server, ServerReport report, Topology asked) {
            reports.put(server.name(), report);
        }

        @Override
        public void failed(Server server, AskFailure failure) {
            reports.remove(server.name());
        }

        @Override
        public void compared(Pair compared, Standing found) {
            standing = found;
        }
    }

    private PairHealth await(Predicate<PairHealth> wanted) {
        Instant end = Instant.now().plus(TIMEOUT);
        while (true) {
            PairHealth health = new PairHealth(
                    pair, Optional.ofNullable(reports.get("A")), Optional.ofNullable(reports.get("B")), standing);
            if (wanted.test(health)) {
                return health;
            }
            assertThat(Instant.now())
                    .as("%s %s", health.replication(), health.problems())
                    .isBefore(end);
            Thread.onSpinWait();
        }
    }

    @AfterEach
    void restore() throws SQLException {
        local.standby().fence(true);
        local.primary().fence(false);
        local.standby().execute("START SLAVE");
        await(health -> health.replication().equals(Optional.of("both ways")));
    }

    @AfterAll
    void stop() throws IOException {
        watch.close();
        servers.close();
    }

    @Test
    void aPairThatIsWellHasAShortLag() {
        PairHealth health = await(now -> now.lag().filter(lag -> !lag.atLeast()).isPresent()
                && now.replication().equals(Optional.of("both ways"))
                && now.problems().isEmpty()
                && now.primary().isPresent());

        assertThat(health.replication()).hasValue("both ways");
        assertThat(health.problems()).isEmpty();
    }

    @Test
    void aStandbyWithTransactionsOfItsOwnIsAProblem() throws SQLException {
        local.primary().execute("STOP SLAVE");
        local.standby().execute("CREATE DATABASE errant");

        PairHealth health = await(now ->
                now.standing().errant().filter(errant -> !errant.isEmpty()).isPresent());

        assertThat(health.problems())
                .anyMatch(line -> line.contains("has transactions that the primary A hasn't, 1-12:"));
        local.primary().execute("START SLAVE");
        await(now -> now.standing().errant().filter(GtidSet::isEmpty).isPresent());
    }

    @Test
    void aStandbyThatStopsFollowingIsAProblem() throws SQLException {
        local.standby().execute("STOP SLAVE");

        PairHealth health = await(now -> !now.problems().isEmpty() && now.lag().isEmpty());

        assertThat(health.problems())
                .containsExactly(
                        "B doesn't follow A (stopped; if that lasts, START SLAVE there): a promotion would lose what is"
                                + " missing there");
    }

    @Test
    void theLagIsUnknownWhileNothingIsAppliedAndKnownAgainAfterwards() throws SQLException {
        await(now -> now.lag().isPresent());
        local.standby().execute("STOP SLAVE SQL_THREAD");
        await(now -> now.lag().isEmpty());
        local.primary().execute("CREATE DATABASE IF NOT EXISTS behind");
        local.standby().execute("START SLAVE");

        await(now -> now.lag().isPresent() && now.replication().equals(Optional.of("both ways")));
    }

    @Test
    void fencesTheWrongWayRoundAreProblems() throws SQLException {
        local.primary().fence(true);
        local.standby().fence(false);

        assertThat(await(now -> now.problems().size() == 2).problems())
                .anySatisfy(problem -> assertThat(problem).contains("primary A is fenced"))
                .anySatisfy(problem -> assertThat(problem).contains("standby B is not fenced"));
    }
}
