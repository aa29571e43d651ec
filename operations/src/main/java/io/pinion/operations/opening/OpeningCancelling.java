package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.OpeningOutcome.Undone;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Cancels an opening, as long as the topology has none of its shards: drops the databases that it made where they are
 * empty. Blocks; for the holder of the lock of the keyspace's shards.
 */
final class OpeningCancelling {
    private final Task.Opening task;
    private final OpeningEntry entry;
    private final PublishedOpening published;
    private final ShardConnections connections;
    private final Duration timeout;

    /** @param timeout for the topology's store */
    OpeningCancelling(
            Task.Opening task,
            OpeningEntry entry,
            PublishedOpening published,
            ShardConnections connections,
            Duration timeout) {
        this.task = task;
        this.entry = entry;
        this.published = published;
        this.connections = connections;
        this.timeout = timeout;
    }

    Undone run() throws OpeningRefused {
        boolean mayBePublished = entry.progress().step().startsWith(Task.Opening.PUBLISHING);
        Topology now = mayBePublished ? published.settle(entry.mayHold(), timeout) : published.stored();
        List<String> kept = List.of();
        if (now.keyspaces().get(task.keyspace()) instanceof Keyspace.Sharded keyspace) {
            if (!keyspace.ranges().within(task.first(), task.last()).isEmpty()) {
                throw new OpeningRefused(isOpen());
            }
            entry.step("dropping what was made");
            kept = drop(keyspace);
        }
        entry.end(State.CANCELLED, "", kept.isEmpty() ? "given up" : "given up; kept: " + String.join(", ", kept));
        return new Undone(now.generation(), kept);
    }

    String isOpen() {
        return task.range() + " of " + task.keyspace() + " are open already, so there is no way back: RESUME OPERATION "
                + entry.number() + " ends the opening, and SET WEIGHT 0 FOR "
                + task.range().replaceFirst("shards?", "SHARDS") + " IN " + task.keyspace()
                + " then closes them for new objects";
    }

    private List<String> drop(Keyspace.Sharded keyspace) throws OpeningRefused {
        Progress progress = entry.progress();
        List<Integer> made = progress.done().with(progress.begun().list()).list().stream()
                .filter(shard -> !task.found().has(shard))
                .toList();
        try (ShardConnection connection = connections.open(task.pair(), Account.DATA, ReferenceShard.SETTINGS)) {
            NewShards shards = NewShards.takenOver(connection, keyspace, entry.number());
            shards.emptyCopies(task.found(), task);
            return shards.drop(made, task, database -> entry.step("dropping what was made: " + database));
        } catch (SQLException e) {
            throw new OpeningRefused("what was made on the primary of pair " + task.pair() + " can't be dropped: "
                    + e.getMessage() + "; CANCEL OPERATION " + entry.number() + " again when it can");
        }
    }
}
