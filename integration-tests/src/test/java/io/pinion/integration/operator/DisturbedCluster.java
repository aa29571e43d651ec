package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Dice;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.export.TableExport;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.keyspace.DroppedKeyspace;
import io.pinion.operations.keyspace.NewKeyspace;
import io.pinion.operations.mapping.MappingTask;
import io.pinion.operations.pair.PairRemoval;
import io.pinion.operations.pair.StandbyReplacement;
import io.pinion.operations.queue.PartitionRotation;
import io.pinion.operations.reshard.KeyspaceResharding;
import io.pinion.operations.restore.ShardsRestore;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.transfer.DatabaseImport;
import io.pinion.server.testing.Conditions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cluster with something for every operation to work on, whose states a walk goes through: servers are stopped, fenced,
 * opened and locked by hand, tables are changed or hidden, operations wait, run and have broken off.
 */
final class DisturbedCluster {
    static final String ON_REQUEST = " HAND OVER ON REQUEST";
    static final String IMPORT = "IMPORT DATABASE shop FROM PAIR A AS MOD SHARDS 2 ON PAIRS A, B";
    static final String RESHARD = "RESHARD KEYSPACE users INTO 3 SHARDS ON PAIRS A, B";
    static final String RESTORE = "RESTORE SHARDS 2-5 IN pinterest FROM 'night'";

    private static final Duration SETTLED = Duration.ofMinutes(1);
    private static final int SHARDS = 8;

    private final ServerProduct product;
    private final Dice dice;
    private final Path exports;
    private final MoveCluster cluster;
    private final Connection operator;

    /** What makes this state of the cluster. */
    private final List<String> done = new ArrayList<>();

    /** What isn't done twice in one state. */
    private final Set<String> once = new HashSet<>();

    private final Deque<Deed> mending = new ArrayDeque<>();

    /** What may fail. */
    private interface Deed {
        void done() throws Exception;
    }

    DisturbedCluster(ServerProduct product, Path directory, Dice dice) throws Exception {
        this.product = product;
        this.dice = dice;
        this.exports = directory.resolve("exports");
        StartedServers started = product.startPairs(directory);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
        operator = cluster.connect(0);
    }

    boolean hasStandbys() {
        return cluster.servers(0).size() == 2;
    }

    String address(String server) {
        return "127.0.0.1:" + server(server).port();
    }

    /** Servers that were given outlive the cluster. */
    void stop() throws Exception {
        mend();
        operator.close();
        cluster.stop();
    }

    // --- what operations work on

    void fill() throws Exception {
        cluster.primary(0)
                .execute(List.of("CREATE DATABASE shop", "CREATE TABLE shop.people (id INT PRIMARY KEY, name TEXT)"));
        for (String sql : List.of(
                "CREATE TABLE pinterest.pin_in_board (pin_id BIGINT UNSIGNED NOT NULL, board_id BIGINT UNSIGNED NOT NULL,"
                        + " sequence BIGINT NOT NULL, PRIMARY KEY (pin_id, board_id)) COMMENT 'pinion: mapping from=pin_id"
                        + " ids=board_id'",
                "CREATE TABLE pinterest.jobs (n BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, state TINYINT UNSIGNED NOT NULL,"
                        + " updated_at DATETIME NOT NULL, PRIMARY KEY (n, state, updated_at)) COMMENT 'pinion: single"
                        + " shard=3 queue=state,updated_at states=OPEN:0:24h:120h,OK:1:1h:48h'",
                "CREATE KEYSPACE users MOD SHARDS 2 ON PAIRS A, B",
                "CREATE TABLE users.people (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, name VARCHAR(20)) COMMENT 'pinion:"
                        + " hashed key=id'",
                "INSERT INTO users.people VALUES (1, 'a'), (2, 'b'), (3, 'c')",
                "INSERT INTO pinterest.pins (data) VALUES ('a pin')",
                "EXPORT KEYSPACE pinterest TO 'night' AS SQL")) {
            Jdbc.execute(operator, sql);
        }
        awaitEnds();
    }

    // --- all is well again, and known to be

    void settle() throws Exception {
        awaitEnds();
        mend();
        for (String pair : List.of("A", "B")) {
            settle(pair(pair));
        }
        for (List<String> operation : Jdbc.rows(operator, "SHOW OPERATIONS")) {
            settle(operation.get(0), operation.get(1));
        }
        forgetRestored();
        forgetImported();
    }

    private void mend() throws Exception {
        while (!mending.isEmpty()) {
            mending.pop().done();
        }
        once.clear();
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
                    "both follow each other: " + done,
                    SETTLED,
                    () -> standby.replication().isRunning()
                            && primary.replication().isRunning());
            assertThat(standby.awaitPosition(primary.position(), SETTLED)).isTrue();
        }
    }

    /** The new primary of a promotion by force follows no server. */
    private void rejoin(NamedPair pair) throws SQLException {
        for (List<String> operation : Jdbc.rows(operator, "SHOW OPERATIONS WHERE state = 'waiting'")) {
            Jdbc.execute(operator, "FINISH OPERATION " + operation.getFirst());
            awaitEnds();
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

    /** What waits goes on waiting for some states. */
    private void settle(String operation, String state) throws SQLException {
        switch (state) {
            case "failed", "ready", "running", "queued", "interrupted" -> {
                // What is done already only goes on, unless it has come to its end meanwhile.
                if (refusal("CANCEL OPERATION " + operation)
                        .filter(why -> !why.contains("has ended"))
                        .isPresent()) {
                    Jdbc.execute(operator, "RESUME OPERATION " + operation);
                }
                awaitEnds();
            }
            case "waiting" -> {
                if (dice.chance(80)) {
                    boolean back = dice.chance(50)
                            && refusal("EXPLAIN REVERT OPERATION " + operation).isEmpty();
                    // A restore isn't finished whose table has been changed since.
                    if (refusal((back ? "REVERT" : "FINISH") + " OPERATION " + operation)
                            .isPresent()) {
                        Jdbc.execute(operator, (back ? "FINISH" : "REVERT") + " OPERATION " + operation);
                    }
                    awaitEnds();
                }
            }
            default -> {}
        }
    }

    /** What a restore has put aside. */
    private void forgetRestored() throws SQLException {
        for (String pair : List.of("A", "B")) {
            ManagedServer primary = server(pair(pair).primary());
            try (Connection root = primary.connection()) {
                for (String database : Jdbc.column(root, "SHOW DATABASES LIKE '%replaced%'")) {
                    Jdbc.execute(root, "DROP DATABASE " + database);
                }
            }
        }
    }

    /** The database is imported once more from where it was. */
    private void forgetImported() throws SQLException {
        boolean imported = !Jdbc.rows(operator, "SHOW KEYSPACES LIKE 'shop'").isEmpty();
        if (imported && refusal("EXPLAIN " + IMPORT).orElse("").contains("keyspace")) {
            boolean waits = Jdbc.rows(operator, "SHOW OPERATIONS WHERE state = 'waiting'").stream()
                    .anyMatch(row -> row.get(3).startsWith("IMPORT"));
            if (!waits) {
                Jdbc.execute(operator, "DROP TABLE shop.people");
                Jdbc.execute(operator, "DROP KEYSPACE shop");
            }
        }
    }

    // --- states

    /**
     * Often by more than one thing.
     *
     * @return what was done, for people
     */
    List<String> disturb() throws Exception {
        done.clear();
        while (dice.chance(60)) {
            disturbOnce();
        }
        return List.copyOf(done);
    }

    private void disturbOnce() throws Exception {
        NamedPair pair = pair(dice.oneOf("A", "B"));
        ManagedServer primary = server(pair.primary());
        ManagedServer standby = server(pair.standby());
        switch (dice.below(14)) {
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
            case 4, 5 -> breakOff();
            case 6 -> lockOut(standby, dice.oneOf(List.of(AccountRole.OPERATOR, AccountRole.MONITOR)));
            case 7 -> lockOut(primary, AccountRole.OPERATOR);
            case 8 -> onShard("RENAME TABLE %s.pins TO %1$s.gone", "RENAME TABLE %s.gone TO %1$s.pins");
            case 9 -> onShard("ALTER TABLE %s.pins ADD COLUMN odd INT", "ALTER TABLE %s.pins DROP COLUMN odd");
            case 10 -> loseExports();
            case 11 -> begin(dice.oneOf(IMPORT, RESHARD) + ON_REQUEST);
            default -> begin(dice.oneOf(IMPORT, RESHARD, RESTORE, "MOVE SHARD 3 TO PAIR B IN pinterest"));
        }
    }

    private void told(String what, Deed deed) throws Exception {
        deed.done();
        done.add(what);
    }

    /** Something that was asked for before has broken off behind its checks, and has changed nothing. */
    private void breakOff() throws Exception {
        OperationJournal journal = cluster.journal();
        List.of(
                        NewKeyspace.class,
                        DroppedKeyspace.class,
                        KeyspaceResharding.class,
                        DatabaseImport.class,
                        TableExport.class,
                        ShardsRestore.class,
                        MappingTask.class,
                        StandbyReplacement.class,
                        PairRemoval.class,
                        PartitionRotation.class)
                .forEach(journal::learn);
        // Nothing opens shards that are open.
        Operation left = dice.oneOf(journal.list().stream()
                .filter(operation -> !(operation.task() instanceof Task.Opening))
                .toList());
        Operation broken = journal.create(
                left.task(),
                new Origin("app", "operator", List.of(), Instant.now()),
                Progress.beginning(0, "dead", Instant.now()).withState(State.FAILED, "as it is"));
        done.add("broken off: " + broken.task().statement());
    }

    /** Pinion can't ask the server. */
    private void lockOut(ManagedServer server, AccountRole account) throws Exception {
        told(account.userName() + " locked out of " + server, () -> alter(server, account, "LOCK"));
        mending.push(() -> alter(server, account, "UNLOCK"));
    }

    private void alter(ManagedServer server, AccountRole account, String how) throws SQLException {
        String alter = "ALTER USER '" + account.userName() + "'@'127.0.0.1' ACCOUNT " + how;
        boolean fenced = server.isFenced() && product == ServerProduct.MYSQL97;
        server.executeUnreplicated(
                fenced
                        ? List.of("SET GLOBAL super_read_only = 0", alter, "SET GLOBAL super_read_only = 1")
                        : List.of(alter));
    }

    /** Some shard differs from the others, wherever it is. */
    private void onShard(String change, String back) throws Exception {
        int shard = dice.below(SHARDS);
        if (!once.add("shard")) {
            return;
        }
        told(change.formatted(MoveCluster.database(shard)), () -> onShard(shard, change));
        mending.push(() -> onShard(shard, back));
    }

    private void onShard(int shard, String sql) throws SQLException {
        ManagedServer primary = server(pair(MoveCluster.pairOf(operator, shard)).primary());
        boolean fenced = primary.isFenced();
        primary.unfence();
        primary.execute(List.of(sql.formatted(MoveCluster.database(shard))));
        if (fenced) {
            primary.fence(SETTLED);
        }
    }

    private void loseExports() throws Exception {
        Path aside = exports.resolveSibling("aside");
        if (!once.add("exports")) {
            return;
        }
        told("a file in the place of exports", () -> {
            Files.move(exports, aside);
            Files.createFile(exports);
        });
        mending.push(() -> {
            Files.delete(exports);
            Files.move(aside, exports);
        });
    }

    private void begin(String statement) throws Exception {
        done.add(statement + ": " + refusal(statement).orElse("begun"));
        awaitEnds();
    }

    // --- operations

    /** Nothing goes on any more but what waits for a server. */
    void awaitEnds() throws SQLException {
        try {
            Conditions.await("that nothing goes on: " + done, MoveCluster.TIMEOUT, () -> operations().stream()
                    .noneMatch(DisturbedCluster::goesOn));
        } catch (AssertionError e) {
            throw new AssertionError(
                    operations().stream()
                            .filter(DisturbedCluster::goesOn)
                            .toList()
                            .toString(),
                    e);
        }
    }

    private static boolean goesOn(List<String> operation) {
        return List.of("running", "queued").contains(operation.get(1))
                && !operation.get(11).contains("waiting for a server");
    }

    /** The rows of SHOW OPERATIONS, the latest last. */
    List<List<String>> operations() throws SQLException {
        return Jdbc.rows(operator, "SHOW OPERATIONS");
    }

    Optional<List<String>> operation(String number) throws SQLException {
        return operations().stream()
                .filter(row -> row.getFirst().equals(number))
                .findFirst();
    }

    /** What asks once more for what has broken off, or ends what waits; empty where there is nothing of the kind. */
    Optional<String> onOpenOperation() throws SQLException {
        List<List<String>> open = operations().stream()
                .filter(row -> List.of("waiting", "ready", "failed").contains(row.get(1)))
                .toList();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        List<String> operation = dice.oneOf(open);
        return Optional.of(
                switch (operation.get(1)) {
                    case "failed" -> operation.get(3);
                    case "ready" -> "HAND OVER OPERATION " + operation.getFirst();
                    default -> dice.oneOf("FINISH", "REVERT") + " OPERATION " + operation.getFirst();
                });
    }

    /** The pair that doesn't have it. */
    String otherPair(int shard) throws SQLException {
        return MoveCluster.pairOf(operator, shard).equals("A") ? "B" : "A";
    }

    Optional<String> refusal(String statement) {
        try {
            Jdbc.execute(operator, statement);
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    // --- servers

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
