package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.integration.testing.Dice;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * EXPLAIN and the deed agree: a walk through states of a cluster, in which servers are stopped, fenced and opened by hand and
 * operations break off. In each state EXPLAIN is asked, and then the deed is done: both are refused, or none. {@code
 * -Dpinion.explain.states} says how many, {@code -Dpinion.explain.seed} from where.
 */
@OnEachServer(mysql = 4)
class ExplainAgreesIT {
    private static final int STATES = Integer.getInteger("pinion.explain.states", 15);
    private static final long SEED = Long.getLong("pinion.explain.seed", 1);
    private static final Duration SETTLED = Duration.ofMinutes(1);

    private final Dice dice = new Dice(SEED);
    private final List<String> history = new ArrayList<>();
    private MoveCluster cluster;
    private Connection operator;
    private Optional<String> waiting = Optional.empty();
    private Optional<Long> broken = Optional.empty();
    private int made;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairs(directory);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
        operator = cluster.connect(0);
        assumeTrue(cluster.servers(0).size() == 2, "pairs without a standby aren't promoted");
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            operator.close();
            cluster.stop();
        }
    }

    @Test
    void bothAreRefusedOrNone() throws Exception {
        int refused = 0;
        for (int state = 0; state < STATES; state++) {
            settle();
            disturb();
            String statement = statement();
            Optional<String> explained = refusal("EXPLAIN " + statement);
            Optional<String> done = deed(statement);
            history.add(statement + " -> " + explained.orElse("planned") + " / " + done.orElse("done"));
            assertThat(done.isPresent())
                    .as("EXPLAIN: %s; the deed: %s; before: %s", explained, done, String.join("\n", history))
                    .isEqualTo(explained.isPresent());
            refused += done.isPresent() ? 1 : 0;
        }
        System.out.println(refused + " of " + STATES + " were refused:\n" + String.join("\n", history));
    }

    // --- states

    /** All is well again, and known to be. */
    private void settle() throws Exception {
        if (broken.isPresent()
                && MoveCluster.told(operator, String.valueOf(broken.get())).startsWith("failed")) {
            Jdbc.execute(operator, "CANCEL OPERATION " + broken.get());
        }
        broken = Optional.empty();
        for (String pair : List.of("A", "B")) {
            settle(pair(pair));
        }
    }

    private void settle(NamedPair pair) throws Exception {
        ManagedServer primary = server(pair.primary());
        ManagedServer standby = server(pair.standby());
        standby.fence(SETTLED);
        if (primary.isFenced()) {
            primary.unfence();
        }
        for (ManagedServer server : List.of(primary, standby)) {
            if (server.replication().configured() && !server.replication().isRunning() && !followsAnotherPair(server)) {
                server.execute(server.dialect().resumeFollowing());
            }
        }
        if (!primary.replication().configured() && !followsAnotherPair(primary)) {
            rejoin(pair);
        }
        if (!followsAnotherPair(primary) && !followsAnotherPair(standby)) {
            Conditions.await(
                    "both follow each other: " + history,
                    SETTLED,
                    () -> standby.replication().isRunning()
                            && primary.replication().isRunning());
            assertThat(standby.awaitPosition(primary.position(), SETTLED)).isTrue();
        }
    }

    /** The new primary of a promotion by force follows no server. */
    private void rejoin(NamedPair pair) throws SQLException {
        if (waiting.isPresent()) {
            Jdbc.execute(operator, "FINISH OPERATION " + waiting.get());
            waiting = Optional.empty();
        }
        String replace = "REPLACE STANDBY " + pair.name() + " WITH " + pair.standby();
        if (refusal(replace).isPresent()) {
            Jdbc.rows(operator, replace + " DISCARD CONTENTS");
        }
    }

    /** MariaDB doesn't follow its partner meanwhile. */
    private static boolean followsAnotherPair(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            return !server.dialect().channels().names(root).isEmpty();
        }
    }

    private void disturb() throws Exception {
        NamedPair row = pair(dice.oneOf("A", "B"));
        ManagedServer primary = server(row.primary());
        ManagedServer standby = server(row.standby());
        switch (dice.below(8)) {
            case 0 ->
                told(
                        "stopped " + standby,
                        () -> standby.execute(standby.dialect().stopFollowing()));
            case 1 ->
                told(
                        "stopped " + primary,
                        () -> primary.execute(primary.dialect().stopFollowing()));
            case 2 -> told("fenced " + primary, () -> primary.fence(SETTLED));
            case 3 -> told("opened " + standby, standby::unfence);
            case 4 -> told("broken off on " + row.name(), () -> breakOff(row));
            default -> {}
        }
    }

    private interface Deed {
        void done() throws Exception;
    }

    private void told(String what, Deed deed) throws Exception {
        deed.done();
        history.add(what);
    }

    /** A promotion that has failed behind its checks, and has changed nothing. */
    private void breakOff(NamedPair pair) throws Exception {
        broken = Optional.of(cluster.journal()
                .create(
                        new Task.Promotion(pair.name(), pair.primary(), pair.standby(), Manner.PLANNED),
                        new Origin("app", "operator", List.of(), Instant.now()),
                        Progress.beginning(0, "dead", Instant.now()).withState(State.FAILED, "as it is"))
                .number());
    }

    // --- statements

    private String statement() {
        String pair = dice.oneOf("A", "B");
        String other = pair.equals("A") ? "B" : "A";
        int first = pair.equals("A") ? 0 : 4;
        int shard = first + dice.below(4);
        String operation = waiting.orElse("999");
        return switch (dice.below(14)) {
            case 0, 1 -> "PROMOTE PAIR " + pair;
            case 2 -> "PROMOTE PAIR " + pair + " FORCE";
            case 3 -> "REPLACE STANDBY " + pair + " WITH " + pair + dice.between(1, 2);
            case 4 -> "REPLACE STANDBY " + pair + " WITH " + pair + dice.between(1, 2) + " DISCARD CONTENTS";
            case 5 -> "REPLACE STANDBY " + pair + " WITH " + dice.oneOf(other + "1", "nosuch");
            case 6 -> "DROP PAIR " + dice.oneOf(pair, "nosuch");
            case 7, 8 -> "MOVE SHARD " + shard + " TO PAIR " + dice.oneOf(other, other, pair) + " IN pinterest";
            case 9 -> dice.oneOf("FINISH", "REVERT") + " OPERATION " + operation;
            case 10 -> "CREATE KEYSPACE k" + dice.below(3) + " SINGLE ON PAIR " + pair;
            case 11 -> "DROP KEYSPACE k" + dice.below(3);
            case 12 -> "ALTER TABLE pins ADD COLUMN c" + made++ + " INT";
            default ->
                "OPEN SHARDS " + (8 + dice.below(3)) + "-" + (8 + dice.below(3)) + " ON PAIR " + pair + " IN pinterest";
        };
    }

    private Optional<String> refusal(String statement) {
        try {
            Jdbc.rows(operator, statement);
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> deed(String statement) throws SQLException {
        boolean rows = !statement.startsWith("ALTER");
        if (!rows) {
            try {
                Jdbc.execute(operator, statement);
                return Optional.empty();
            } catch (SQLException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        }
        List<List<String>> answer;
        try {
            answer = Jdbc.rows(operator, statement);
        } catch (SQLException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        if (statement.startsWith("MOVE")) {
            String number = answer.getFirst().getFirst();
            String end = MoveCluster.awaitEnd(operator, number);
            if (!end.startsWith("waiting")) {
                return Optional.of(end);
            }
            waiting = Optional.of(number);
        } else if (statement.contains(" OPERATION ")) {
            waiting = Optional.empty();
        }
        return Optional.empty();
    }

    // --- the cluster

    /** A pair with the names of its servers. */
    private record NamedPair(String name, String primary, String standby) {}

    private NamedPair pair(String name) throws SQLException {
        List<String> row = Jdbc.rows(operator, "SHOW PAIRS LIKE '" + name + "'").getFirst();
        return new NamedPair(name, row.get(1), row.get(4));
    }

    private ManagedServer server(String name) {
        return cluster.servers(name.startsWith("A") ? 0 : 1).get(name.endsWith("1") ? 0 : 1);
    }
}
