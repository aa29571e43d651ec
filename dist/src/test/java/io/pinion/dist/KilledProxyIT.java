package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import io.pinion.dist.ProxyKill.Ending;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Proxies that get {@code kill -9} in the middle of CREATE PAIR and CREATE KEYSPACE: another one finishes it by itself, or is told to give
 * it up. By hand: {@code -Dpinion.kills=few} plays one kill of each, {@code -Dpinion.kills=all -Dpinion.shards=4096 -Dpinion.megabytes=100}, which kills at the beginning of each step and
 * at a random moment behind it; {@code -Dpinion.empty} for other servers.
 */
@EnabledIfSystemProperty(named = "pinion.kills", matches = "few|all", disabledReason = "played by hand")
@TestInstance(Lifecycle.PER_CLASS)
class KilledProxyIT {
    private static final boolean ALL = System.getProperty("pinion.kills", "").equals("all");
    private static final int SHARDS = Integer.getInteger("pinion.shards", 16);
    private static final int MEGABYTES = Integer.getInteger("pinion.megabytes", 1);

    private static final List<String> PAIR_STEPS = List.of(
            "checking",
            "copying",
            "catching up",
            "comparing",
            "letting the primary follow it",
            "opening the primary",
            "publishing");

    private static final List<String> KEYSPACE_STEPS =
            List.of("checking", "making the databases", "waiting for the standbys", "publishing");

    private static final String CREATE_KEYSPACE =
            "CREATE KEYSPACE depot ID SHARDS " + SHARDS + " ON PAIR p1 DATABASE 'depot%05d'";

    private static final int RUNS_BEFORE_THE_ENTRY = 5;

    private EmptyServers servers;
    private PairOnTrial trial;
    private TwoProxies proxies;
    private Connection client;

    private final Parts parts = new Parts();

    private final List<String> told = new ArrayList<>();

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
        parts.push(zooKeeper);
        servers = EmptyServers.start(directory.resolve("servers"));
        parts.push(servers);
        InstalledPinion pinion = InstalledPinion.unpackedInto(Files.createDirectories(directory.resolve("host")));
        proxies = TwoProxies.start(pinion, zooKeeper, servers.version());
        parts.push(proxies);
        proxies.createPair("p1", servers, 0, 1);
        client = proxies.client();
        parts.push(client);
        trial = new PairOnTrial(servers, 2, 3);
        try (Connection root = servers.connect(2)) {
            DirectClients.fill(root, MEGABYTES);
        }
    }

    @AfterAll
    void stop() throws Exception {
        told.forEach(System.out::println);
        parts.end();
    }

    static List<ProxyKill> killsOfPairs() {
        return ALL ? ProxyKill.atEach(PAIR_STEPS) : List.of(ProxyKill.atOnce("copying", Ending.FINISHED));
    }

    static List<ProxyKill> killsOfKeyspaces() {
        return ALL
                ? ProxyKill.atEach(KEYSPACE_STEPS)
                : List.of(ProxyKill.atOnce("making the databases", Ending.UNDONE));
    }

    /** A step that is new must get its kills. */
    @Test
    void thoseAreTheSteps() throws Exception {
        Assumptions.assumeTrue(ALL);
        apart();
        assertThat(proxies.stepsOf(trial.statement("p2"))).isEqualTo(PAIR_STEPS);
        requirePair();
        assertThat(proxies.stepsOf(CREATE_KEYSPACE)).isEqualTo(KEYSPACE_STEPS);
        requireKeyspace();
    }

    // --- CREATE PAIR

    @ParameterizedTest(name = "{0}")
    @MethodSource("killsOfPairs")
    void createPair(ProxyKill kill) throws Exception {
        apart();
        List<ServerState> before = trial.states();
        Operation left = proxies.killedAt(kill.step(), kill.later(), trial.statement("p2"));
        if (ended(left, kill) == State.DONE) {
            requirePair();
        } else {
            assertThat(trial.states()).isEqualTo(before);
            assertThat(JdbcClients.column(client, "SHOW PAIRS", "pair")).containsExactly("p1");
        }
    }

    /** Its accounts may be half made then, and nothing is in the journal: asked for once more, it is done. */
    @Test
    void createPairBeforeItsEntry() throws Exception {
        Assumptions.assumeTrue(ALL);
        for (int run = 0; run < RUNS_BEFORE_THE_ENTRY; run++) {
            apart();
            int millis = ThreadLocalRandom.current().nextInt(10, 800);
            Optional<Operation> left = proxies.killedBehind(Duration.ofMillis(millis), trial.statement("p2"));
            tell("CREATE PAIR killed after " + millis + " ms: left "
                    + left.map(operation -> operation.progress().words()));
            if (left.isPresent()) {
                assertThat(proxies.awaitEnd(left.get().number()).progress().state())
                        .isEqualTo(State.DONE);
            } else {
                Soon.equal(() -> error(trial.statement("p2")), "");
            }
            requirePair();
        }
    }

    @Test
    void createPairWhileItIsUndone() throws Exception {
        Assumptions.assumeTrue(ALL);
        for (String step : PAIR_STEPS.subList(1, PAIR_STEPS.size() - 1)) {
            apart();
            List<ServerState> before = trial.states();
            requireUndone(proxies.killedInItsUndo(step, trial.statement("p2")), step);
            assertThat(trial.states()).isEqualTo(before);
        }
    }

    private void requireUndone(Operation left, String step) throws Exception {
        tell("given up at " + step + ": left " + left.progress().state() + " at "
                + left.progress().words());
        assertThat(left.progress().state()).isEqualTo(State.RUNNING);
        assertThat(proxies.awaitEnd(left.number()).progress().state()).isEqualTo(State.CANCELLED);
    }

    /** Also what a run before has left that has failed. */
    private void apart() throws SQLException {
        for (String statement : List.of("DROP TABLE used.t", "DROP KEYSPACE used", "DROP PAIR p2")) {
            String error = error(statement);
            if (JdbcClients.column(client, "SHOW PAIRS", "pair").contains("p2")) {
                tell("  " + statement + ": " + error);
            }
        }
        trial.reset();
    }

    private void requirePair() throws Exception {
        Soon.equal(() -> JdbcClients.column(client, "SHOW PAIRS", "pair"), List.of("p1", "p2"));
        JdbcClients.execute(
                client,
                "CREATE KEYSPACE used SINGLE ON PAIR p2",
                "CREATE TABLE used.t (id INT PRIMARY KEY)",
                "INSERT INTO used.t VALUES (7)");
        assertThat(JdbcClients.value(client, "SELECT id FROM used.t")).isEqualTo("7");
        trial.requirePair();
        JdbcClients.execute(client, "DROP TABLE used.t", "DROP KEYSPACE used", "DROP PAIR p2");
    }

    // --- CREATE KEYSPACE

    @ParameterizedTest(name = "{0}")
    @MethodSource("killsOfKeyspaces")
    void createKeyspace(ProxyKill kill) throws Exception {
        List<List<String>> before = lasting();
        Operation left = proxies.killedAt(kill.step(), kill.later(), CREATE_KEYSPACE);
        if (ended(left, kill) == State.DONE) {
            assertThat(shown(left.number(), "done")).isEqualTo("" + SHARDS);
            requireKeyspace();
        }
        assertThat(JdbcClients.column(client, "SHOW KEYSPACES", "keyspace")).doesNotContain("depot");
        Soon.equal(this::lasting, before);
    }

    @Test
    void createKeyspaceWhileItIsUndone() throws Exception {
        Assumptions.assumeTrue(ALL);
        List<List<String>> before = lasting();
        requireUndone(proxies.killedInItsUndo(KEYSPACE_STEPS.get(1), CREATE_KEYSPACE), KEYSPACE_STEPS.get(1));
        Soon.equal(this::lasting, before);
    }

    private List<List<String>> lasting() throws SQLException {
        return List.of(
                ServerState.of(servers, 0).lasting(), ServerState.of(servers, 1).lasting());
    }

    private void requireKeyspace() throws Exception {
        Soon.equal(() -> JdbcClients.column(client, "SHOW KEYSPACES", "keyspace"), List.of("depot"));
        JdbcClients.execute(
                client,
                "CREATE TABLE depot.users (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))"
                        + " COMMENT 'pinion: object'",
                "INSERT INTO depot.users (name) VALUES ('ada'), ('ben'), ('eva')");
        assertThat(JdbcClients.value(client, "SELECT COUNT(*) FROM depot.users"))
                .isEqualTo("3");
        JdbcClients.execute(client, "DROP TABLE depot.users", "DROP KEYSPACE depot");
        // What the next test finds before it begins is what it wants to see behind its end.
        try (Connection standby = servers.connect(1)) {
            Soon.equal(() -> JdbcClients.column(standby, "SHOW DATABASES LIKE 'depot%'", 1), List.of());
        }
    }

    // --- both

    /** How it has ended once the other proxy has gone on with it, or given it up. */
    private State ended(Operation left, ProxyKill kill) throws Exception {
        long begun = System.nanoTime();
        boolean refused = kill.ending() == Ending.UNDONE && !isCancelled(left.number());
        if (refused && proxies.read(left.number()).progress().state() == State.FAILED) {
            JdbcClients.execute(client, "RESUME OPERATION " + left.number());
        }
        Operation over = proxies.awaitEnd(left.number());
        State state = over.progress().state();
        tell("%s: left %s at %s; %s after %d ms"
                .formatted(
                        kill,
                        left.progress().state(),
                        left.progress().words(),
                        state,
                        (System.nanoTime() - begun) / 1_000_000));
        if (kill.later().isZero()) {
            assertThat(left.progress().step()).isEqualTo(kill.step());
            assertThat(refused).isFalse();
        }
        assertThat(state).isEqualTo(kill.ending() == Ending.UNDONE && !refused ? State.CANCELLED : State.DONE);
        assertThat(proxies.latest()).isEqualTo(left.number());
        assertThat(shown(left.number(), "state")).isEqualTo(state.name().toLowerCase(Locale.ROOT));
        return state;
    }

    private void tell(String line) {
        System.out.println(line);
        told.add(line);
    }

    private String shown(long number, String column) throws SQLException {
        return JdbcClients.column(client, "SHOW OPERATIONS WHERE operation = '" + number + "'", column)
                .getFirst();
    }

    /** False for one that came to its end, or so near that there is no way back. */
    private boolean isCancelled(long number) {
        String error = error("CANCEL OPERATION " + number);
        if (!error.isEmpty()) {
            tell("  " + error);
        }
        return error.isEmpty();
    }

    /** Of the proxy that stays; empty for none. */
    private String error(String statement) {
        try {
            JdbcClients.execute(client, statement);
            return "";
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
