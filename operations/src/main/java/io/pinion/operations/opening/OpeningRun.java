package io.pinion.operations.opening;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.OpeningOutcome.Opened;
import io.pinion.operations.promotion.Proxies;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.Keyspace;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt at an opening, from wherever an earlier one ended: the databases are made and compared, the standby gets them, the
 * keyspace gets the shards without any weight, all proxies hear of it, and then new objects come. Blocks; one run, by whoever
 * holds the lock of the keyspace's shards.
 *
 * <p>No change of tables misses them. The step {@link Task.Opening#PUBLISHING} is entered first; then, if no change of the
 * keyspace's tables is unfinished and the reference shard still has the tables that were compared, the topology is replaced,
 * unless anything was written there since it was read. A change that begins meanwhile waits until the step is over (the class
 * SettledTopology in the package schema); one that ended before shows in the tables of the reference shard. Whoever takes a
 * publishing opening over writes the topology himself first, so that one that stood still can't publish any more what it had seen.
 */
final class OpeningRun {
    private static final Logger log = LoggerFactory.getLogger(OpeningRun.class);

    /** Begins the step in which the topology has the shards. */
    static final String OPEN = "open";

    /** How often tables may change while they are compared, before changes have to wait for that. */
    private static final int ROUNDS_BESIDE_CHANGES = 2;

    private static final int MOST_ROUNDS = 8;

    /** Those who wait to begin one wait longer. */
    private static final Duration CHANGE_PATIENCE = Duration.ofSeconds(5);

    private final Task.Opening task;
    private final OpeningEntry entry;
    private final OpeningGuard guard;
    private final OperationJournal journal;
    private final PublishedShards published;
    private final DatabaseMaking making;
    private final ShardConnections connections;
    private final Proxies proxies;
    private final OpeningPatience patience;

    /** Whether the topology may have got the shards without anybody's knowing; then nobody else is to be let in. */
    private boolean mayBePublished;

    /** Whether shards that are open may be so by this opening. */
    private boolean mayBeOurs;

    OpeningRun(
            Task.Opening task,
            OpeningEntry entry,
            OpeningGuard guard,
            OperationJournal journal,
            PublishedShards published,
            DatabaseMaking making,
            ShardConnections connections,
            Proxies proxies,
            OpeningPatience patience) {
        this.task = task;
        this.entry = entry;
        this.guard = guard;
        this.journal = journal;
        this.published = published;
        this.making = making;
        this.connections = connections;
        this.proxies = proxies;
        this.patience = patience;
        this.mayBePublished = entry.progress().step().startsWith(Task.Opening.PUBLISHING);
        this.mayBeOurs = mayBePublished || entry.progress().step().startsWith(OPEN);
    }

    /** What the journal is to say of the step when the attempt ends before its end. */
    String left() {
        if (mayBePublished) {
            return Task.Opening.PUBLISHING;
        }
        String step = entry.progress().step();
        return step.startsWith(Task.Opening.PUBLISHING) ? "" : step;
    }

    Opened run() throws OpeningRefused, Cancelled {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Topology now = settled();
            RequestCheck check = new RequestCheck(now, task);
            Keyspace.Sharded keyspace = check.keyspace();
            if (mayBeOurs && check.isOpen(keyspace)) {
                return weighed(now);
            }
            if (entry.cancelAsked()) {
                throw new Cancelled();
            }
            boolean alone = round >= ROUNDS_BESIDE_CHANGES;
            if (alone && !closeForChanges()) {
                continue;
            }
            check.requireOpenable(keyspace);
            Pair pair = check.pair();
            OpeningGuard.requireNoPromotion(journal, task.pair());
            ReferenceShard reference = ReferenceShard.read(keyspace, connections);
            making.run(now, pair, keyspace.databases(), reference);
            if ((alone || closeForChanges()) && publish(reference)) {
                return weighed(published.stored());
            }
        }
        throw new OpeningRefused(
                "the tables of " + task.keyspace() + ", or the topology, changed each time they were compared");
    }

    private Topology settled() throws OpeningRefused {
        if (!mayBePublished) {
            return published.stored();
        }
        Topology now = published.settle();
        RequestCheck check = new RequestCheck(now, task);
        // If it is open, the journal must say so first.
        mayBePublished = check.isOpen(check.keyspace());
        return now;
    }

    /** @return false when one is under way that takes longer; then others may begin, too */
    private boolean closeForChanges() throws OpeningRefused, Cancelled {
        guard.requireMayGoOn();
        entry.publishing();
        if (guard.stillUnfinished(CHANGE_PATIENCE).isEmpty()) {
            return true;
        }
        entry.withdraw("waiting for a change of tables to end");
        guard.awaitChanges(patience.changes());
        return false;
    }

    /** @return false when everything is to be looked at anew */
    private boolean publish(ReferenceShard compared) throws OpeningRefused {
        Topology seen = published.stored();
        RequestCheck check = new RequestCheck(seen, task);
        Keyspace.Sharded keyspace = check.keyspace();
        check.requireOpenable(keyspace);
        check.pair();
        OpeningGuard.requireNoPromotion(journal, task.pair());
        if (!ReferenceShard.read(keyspace, connections).equals(compared)) {
            entry.withdraw("making the tables anew, which have changed");
            return false;
        }
        mayBePublished = true;
        mayBeOurs = true;
        return published.add(seen, keyspace instanceof Keyspace.Id ? 0 : task.weight());
    }

    private Opened weighed(Topology now) throws OpeningRefused {
        entry.withdraw(OPEN + ", and new objects come once all proxies know of it");
        mayBePublished = false;
        log.atInfo()
                .addKeyValue("operation", entry.number())
                .addKeyValue("keyspace", task.keyspace())
                .addKeyValue("shards", task.range())
                .addKeyValue("pair", task.pair())
                .log("Shards are open");
        if (!(now.keyspaces().get(task.keyspace()) instanceof Keyspace.Id)) {
            return new Opened(entry.number(), task, now.generation());
        }
        awaitAdoption(now.generation());
        return new Opened(entry.number(), task, published.weigh());
    }

    /** An object's id must be understood wherever its client asks for it next. */
    private void awaitAdoption(long generation) throws OpeningRefused {
        long end = System.nanoTime() + patience.adoption().toNanos();
        List<String> behind = behind(generation);
        while (!behind.isEmpty()) {
            if (System.nanoTime() > end) {
                throw new OpeningRefused(
                        "the shards are open, and take no new objects yet, since not every proxy knows of"
                                + " them: " + String.join(", ", behind) + " (SHOW PROXIES; generation " + generation
                                + " is wanted)");
            }
            OpeningGuard.sleep();
            behind = behind(generation);
        }
    }

    private List<String> behind(long generation) {
        try {
            return proxies.list().stream()
                    .filter(proxy -> proxy.adopted() < generation)
                    .map(RegisteredProxy::name)
                    .toList();
        } catch (StoreUnavailable e) {
            return List.of("nobody can say which (" + e.getMessage() + ")");
        }
    }
}
