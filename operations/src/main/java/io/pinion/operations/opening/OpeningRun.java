package io.pinion.operations.opening;

import io.pinion.config.source.RegisteredProxy;
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
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt at an opening, from wherever an earlier one ended: the databases are made and compared, the standby gets
 * them, the keyspace gets the shards without any weight, all proxies hear of it, and then new objects come. Blocks; one
 * run, by whoever holds the lock of the keyspace's shards.
 *
 * <p>No change of tables misses them. The step {@link Task.Opening#PUBLISHING} is entered first; then, if no change of
 * the keyspace's tables is unfinished and the reference shard still has the tables that were compared, the topology is
 * replaced, unless anything was written there since it was read. A change that begins meanwhile waits until the step is
 * over (the class SettledTopology in the package schema); one that ended before shows in the tables of the reference
 * shard. Whoever takes a publishing opening over writes the topology himself first, so that one that stood still can't
 * publish any more what it had seen.
 *
 * <p>Rows of reference tables are brought by {@link ReferenceCopying} while clients write them, and the topology then
 * gets the shards in the moment of {@link CopiesHold}.
 */
final class OpeningRun {
    private static final Logger log = LoggerFactory.getLogger(OpeningRun.class);

    /** Begins the step in which the topology has the shards. */
    static final String OPEN = "open";

    /** How often tables may change while they are compared, before changes have to wait for that. */
    private static final int ROUNDS_BESIDE_CHANGES = 2;

    private static final int MOST_ROUNDS = 8;

    /** How often clients may wait in vain. */
    static final int MOST_HOLDS = 4;

    private static final String MAKING_ANEW = "making the tables anew, which have changed";

    /** The journal is written then, too, which tells whether somebody wants the end. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** Those who wait to begin one wait longer. */
    private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(5);

    private final Task.Opening task;
    private final OpeningEntry entry;
    private final OpeningGuard guard;
    private final OperationJournal journal;
    private final PublishedOpening published;
    private final DatabaseMaking making;
    private final ReferenceCopying copying;
    private final CopiesHold hold;
    private final ShardConnections connections;
    private final Proxies proxies;
    private final OpeningTimeouts timeouts;

    /** Whether the topology may have got the shards without anybody's knowing; then nobody else is to be let in. */
    private boolean mayBePublished;

    /** Whether shards that are open may be so by this opening. */
    private boolean mayBeOurs;

    private int holds;

    /** Why the last hold was in vain. */
    private Optional<String> inVain = Optional.empty();

    OpeningRun(
            Task.Opening task,
            OpeningEntry entry,
            OpeningGuard guard,
            OperationJournal journal,
            PublishedOpening published,
            DatabaseMaking making,
            ReferenceCopying copying,
            CopiesHold hold,
            ShardConnections connections,
            Proxies proxies,
            OpeningTimeouts timeouts) {
        this.task = task;
        this.entry = entry;
        this.guard = guard;
        this.journal = journal;
        this.published = published;
        this.making = making;
        this.copying = copying;
        this.hold = hold;
        this.connections = connections;
        this.proxies = proxies;
        this.timeouts = timeouts;
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
            awaitWhoWasInTheWay(now);
            boolean alone = round - holds >= ROUNDS_BESIDE_CHANGES;
            if (alone && !closeForChanges()) {
                continue;
            }
            check.requireOpenable(keyspace);
            Pair pair = check.pair();
            OpeningGuard.requireNoPromotion(journal, task.pair());
            ReferenceShard reference = ReferenceShard.read(keyspace, connections);
            if (isMade(now, pair, keyspace, reference) && (alone || closeForChanges()) && publish(reference, now)) {
                return weighed(published.stored());
            }
        }
        throw new OpeningRefused(
                "the tables of " + task.keyspace() + ", or the topology, changed each time they were compared");
    }

    /** @return false when tables have changed under its hands */
    private boolean isMade(Topology now, Pair pair, Keyspace.Sharded keyspace, ReferenceShard reference)
            throws OpeningRefused, Cancelled {
        try {
            making.run(now, pair, keyspace, reference);
            return true;
        } catch (OpeningRefused e) {
            if (ReferenceShard.read(keyspace, connections).equals(reference)) {
                throw e;
            }
            entry.step(MAKING_ANEW);
            return false;
        }
    }

    private Topology settled() throws OpeningRefused {
        if (!mayBePublished) {
            return published.stored();
        }
        Topology now = published.settle(entry.mayHold(), timeouts.store());
        RequestCheck check = new RequestCheck(now, task);
        // If it is open, the journal must say so first.
        mayBePublished = check.isOpen(check.keyspace());
        return now;
    }

    /** @return false when one is under way that takes longer; then others may begin, too */
    private boolean closeForChanges() throws OpeningRefused, Cancelled {
        guard.requireMayGoOn();
        entry.publishing();
        if (guard.stillUnfinished(CHANGE_TIMEOUT).isEmpty()) {
            return true;
        }
        entry.withdraw("waiting for a change of tables to end");
        guard.awaitChanges(timeouts.changes());
        return false;
    }

    /** @return false when everything is to be looked at anew */
    private boolean publish(ReferenceShard compared, Topology made) throws OpeningRefused, Cancelled {
        Topology seen = published.stored();
        RequestCheck check = new RequestCheck(seen, task);
        Keyspace.Sharded keyspace = check.keyspace();
        check.requireOpenable(keyspace);
        check.pair();
        OpeningGuard.requireNoPromotion(journal, task.pair());
        if (!ReferenceShard.read(keyspace, connections).equals(compared)) {
            entry.withdraw(MAKING_ANEW);
            return false;
        }
        int weight = keyspace instanceof Keyspace.Id ? 0 : task.weight();
        List<String> copied = ReferenceTables.of(keyspace);
        if (!copied.equals(ReferenceTables.of(new RequestCheck(made, task).keyspace()))
                || !seen.pair(task.pair()).equals(made.pair(task.pair()))) {
            // A server that has become the primary since may lack something.
            entry.withdraw("comparing anew, since the topology has changed");
            return false;
        }
        if (!copied.isEmpty()) {
            return publishWithCopies(seen, keyspace, weight);
        }
        mayBePublished = true;
        mayBeOurs = true;
        return published.add(seen, weight);
    }

    private boolean publishWithCopies(Topology seen, Keyspace.Sharded keyspace, int weight)
            throws OpeningRefused, Cancelled {
        guard.awaitNoHandOver(CHANGE_TIMEOUT);
        try (ReferenceCopies copies = copying.open(seen, keyspace)) {
            copying.catchUp(seen, keyspace, copies);
            mayBePublished = true;
            mayBeOurs = true;
            holds++;
            inVain = hold.publish(seen, keyspace, copies, weight);
        } catch (OpeningRefused | Cancelled | RuntimeException e) {
            throw released(e);
        }
        return inVain.isEmpty();
    }

    /** Nobody waits for an opening that ends. */
    private OpeningRefused released(Exception why) throws OpeningRefused, Cancelled {
        try {
            if (mayBePublished) {
                settled();
            }
        } catch (OpeningRefused e) {
            throw new OpeningRefused(
                    why.getMessage() + "; and statements for the lowest shard may still be held, until this"
                            + " operation is resumed or cancelled: " + e.getMessage());
        }
        switch (why) {
            case OpeningRefused refused -> throw refused;
            case Cancelled cancelled -> throw cancelled;
            case RuntimeException mistake -> throw mistake;
            default -> throw new IllegalStateException(why);
        }
    }

    /** Nothing that was under way then is to be in the way again. */
    private void awaitWhoWasInTheWay(Topology released) throws OpeningRefused, Cancelled {
        if (inVain.isEmpty()) {
            return;
        }
        String why = inVain.get();
        inVain = Optional.empty();
        String step = "trying again, since " + why;
        entry.withdraw(step);
        String end =
                "statements for the lowest shard were held, so that reference tables stand still, and released again: "
                        + why;
        if (holds >= MOST_HOLDS) {
            throw new OpeningRefused(end);
        }
        long until = System.nanoTime() + timeouts.changes().toNanos();
        while (!proxies.awaitAll(LOOK_EVERY, proxy -> proxy.served() >= released.generation())) {
            entry.step(step);
            guard.requireMayGoOn();
            if (System.nanoTime() > until) {
                throw new OpeningRefused(end);
            }
        }
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
        awaitGeneration(now.generation());
        return new Opened(entry.number(), task, published.weigh());
    }

    /** An object's id must be understood wherever its client asks for it next. */
    private void awaitGeneration(long generation) throws OpeningRefused {
        Predicate<RegisteredProxy> knows = proxy -> proxy.adopted() >= generation;
        if (!proxies.awaitAll(timeouts.adoption(), knows)) {
            throw new OpeningRefused(
                    "the shards are open, and take no new objects yet, since not every proxy knows of them: "
                            + proxies.others(knows) + " (SHOW PROXIES; generation " + generation + " is wanted)");
        }
    }
}
