package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.verify.ShardVerdict.Outcome;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Compares the shards of one pair, some in a snapshot. Blocks; one run, by one thread. */
final class PairComparison {
    /**
     * The shards of one snapshot. A server keeps old row versions as long as a transaction reads, so none reads all
     * shards.
     */
    static final int SHARDS_AT_ONCE = 16;

    /** So many where they have next to nothing: to open a snapshot takes longer than to read it then. */
    private static final int MOST_SHARDS_AT_ONCE = 64;

    private static final Duration QUICK = Duration.ofSeconds(10);

    private static final Duration LAG = Duration.ofSeconds(60);
    static final Duration LOCKS = Duration.ofSeconds(2);

    private final Lock lock;
    private final ServerAccess access;
    private final Account operator;
    private final Pair pair;
    private final VerifyThrottle throttle;

    /**
     * @param lock keeps other operations from changing the pair's replication while both servers are brought to one
     *     position
     */
    PairComparison(Lock lock, ServerAccess access, Account operator, Pair pair, VerifyThrottle throttle) {
        this.lock = lock;
        this.access = access;
        this.operator = operator;
        this.pair = pair;
        this.throttle = throttle;
    }

    /** A lock that is held for a moment. */
    @FunctionalInterface
    interface Lock {
        TaskLock take(Pair pair) throws OperationRefused, StoreUnavailable;
    }

    /** @param compared gets the number of shards that are done, after each */
    List<ShardVerdict> verdicts(List<ShardCopy> shards, IntConsumer compared) {
        List<ShardVerdict> verdicts = new ArrayList<>();
        int atOnce = SHARDS_AT_ONCE;
        while (verdicts.size() < shards.size()) {
            int first = verdicts.size();
            long begun = System.nanoTime();
            verdicts.addAll(some(
                    shards.subList(first, Math.min(shards.size(), first + atOnce)),
                    done -> compared.accept(first + done)));
            boolean quick = System.nanoTime() - begun < QUICK.toNanos();
            atOnce = quick ? Math.min(MOST_SHARDS_AT_ONCE, 2 * atOnce) : SHARDS_AT_ONCE;
        }
        return verdicts;
    }

    private List<ShardVerdict> some(List<ShardCopy> shards, IntConsumer compared) {
        List<ShardVerdict> verdicts = new ArrayList<>();
        String why;
        try (ConsistentSnapshot servers = open(shards)) {
            for (ShardCopy shard : shards) {
                verdicts.add(verdict(shard, servers));
                compared.accept(verdicts.size());
            }
            return verdicts;
        } catch (OperationRefused | StoreUnavailable e) {
            why = String.valueOf(e.getMessage());
        } catch (SQLException e) {
            why = "the servers of pair " + pair.name() + " can't be read: " + e.getMessage();
        }
        for (ShardCopy shard : shards.subList(verdicts.size(), shards.size())) {
            verdicts.add(ShardVerdict.notVerified(shard, why));
        }
        return verdicts;
    }

    private ConsistentSnapshot open(List<ShardCopy> shards) throws OperationRefused, StoreUnavailable, SQLException {
        Server standby = pair.standby()
                .orElseThrow(() -> new OperationRefused("pair " + pair.name() + " has no standby to compare with"));
        throttle.take();
        // A promotion of the pair holds the same lock, so no other operation stops or starts its replication meanwhile.
        try (TaskLock held = lock.take(pair)) {
            if (!held.isHeldWithin(TaskLock.BRIEFLY)) {
                throw new OperationRefused("the lock of pair " + pair.name() + " is lost: try again");
            }
            return ConsistentSnapshot.open(
                    new Applier.OfPartner(),
                    login(pair.primary()),
                    login(standby),
                    shards.stream().map(ShardCopy::database).toList(),
                    LAG,
                    LOCKS);
        }
    }

    private ServerLogin login(Server server) {
        return new ServerLogin(access, server, operator);
    }

    private ShardVerdict verdict(ShardCopy shard, ConsistentSnapshot servers) throws SQLException {
        DatabaseComparison comparison = new DatabaseComparison(servers, throttle, shard.database(), "standby");
        List<String> details = new ArrayList<>();
        Outcome outcome;
        try {
            comparison.run();
            outcome = comparison.differences().isEmpty() ? Outcome.EQUAL : Outcome.DIFFERS;
        } catch (OperationRefused e) {
            // The differences that were found are reported nevertheless.
            outcome = Outcome.NOT_VERIFIED;
            details.add("not all was compared: " + e.getMessage());
        }
        details.addAll(comparison.differences());
        return new ShardVerdict(
                shard.keyspace(),
                shard.shard(),
                shard.database(),
                shard.pair(),
                comparison.tables(),
                comparison.rows(),
                outcome,
                String.join("; ", details));
    }
}
