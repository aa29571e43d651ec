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
import io.pinion.operations.verify.SnapshotComparison.Compared;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Compares the shards of one pair on its servers. Blocks.
 *
 * @param lock keeps other operations from changing the pair's replication while both servers are brought to one
 *     position
 */
record PairComparison(PairLock lock, ServerAccess access, Account operator, Pair pair, VerifyThrottle throttle) {
    List<ShardVerdict> verdicts(List<ShardCopy> shards) {
        List<String> databases = shards.stream().map(ShardCopy::database).toList();
        List<Compared> compared = new SnapshotComparison(this::open, throttle, "standby", databases)
                .all("the servers of pair " + pair.name() + " can't be read: ");
        return IntStream.range(0, shards.size())
                .mapToObj(at -> verdict(shards.get(at), compared.get(at)))
                .toList();
    }

    private static ShardVerdict verdict(ShardCopy shard, Compared compared) {
        List<String> details = new ArrayList<>();
        if (!compared.whyNot().isEmpty()) {
            details.add((compared.begun() ? "not all was compared: " : "") + compared.whyNot());
        }
        Outcome outcome = !details.isEmpty()
                ? Outcome.NOT_VERIFIED
                : compared.differences().isEmpty() ? Outcome.EQUAL : Outcome.DIFFERS;
        details.addAll(compared.differences());
        return new ShardVerdict(
                shard.keyspace(),
                shard.shard(),
                shard.database(),
                shard.pair(),
                compared.tables(),
                compared.rows(),
                outcome,
                String.join("; ", details));
    }

    private Optional<ConsistentSnapshot> open(List<String> databases)
            throws OperationRefused, StoreUnavailable, SQLException {
        Server standby = pair.standby()
                .orElseThrow(() -> new OperationRefused("pair " + pair.name() + " has no standby to compare with"));
        // A promotion of the pair holds the same lock, so no other operation stops or starts its replication meanwhile.
        try (TaskLock held = lock.take(pair)) {
            if (!held.isHeldWithin(TaskLock.BRIEFLY)) {
                throw new OperationRefused("the lock of pair " + pair.name() + " is lost: try again");
            }
            return Optional.of(ConsistentSnapshot.open(
                    new Applier.OfPartner(),
                    new ServerLogin(access, pair.primary(), operator),
                    new ServerLogin(access, standby, operator),
                    databases,
                    SnapshotComparison.LAG));
        }
    }
}
