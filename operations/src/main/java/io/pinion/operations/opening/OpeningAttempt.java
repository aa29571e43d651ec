package io.pinion.operations.opening;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to open shards, from wherever another one has ended. Blocks.
 *
 * <p>No change of tables misses the shards. The step {@link OpeningWorkflow#PUBLISHING} is entered first; then, if no
 * change of the keyspace's tables is unfinished and the reference shard still has the tables that were compared, the
 * topology is replaced, unless anything was written there since it was read. A change that begins meanwhile waits until
 * the step is over (the class SettledTopology in the package schema); one that ended before shows in the tables of the
 * reference shard. An attempt that takes a publishing opening over writes the topology first, so that an earlier
 * attempt that stood still can't publish any more what it had seen.
 *
 * <p>Rows of reference tables are brought by {@link ReferenceCopies} while clients write them, and the topology then
 * gets the shards in the moment of {@link CopiesHold}.
 */
final class OpeningAttempt implements Attempt<Opened> {
    private static final Logger log = LoggerFactory.getLogger(OpeningAttempt.class);

    /** The fact that tells whether statements for the lowest shard may wait for this opening while it is publishing. */
    static final String HOLDS = "holds";

    /** How often tables may change while they are compared, before changes have to wait for that. */
    private static final int ROUNDS_BESIDE_CHANGES = 2;

    private static final int MOST_ROUNDS = 8;

    /** How often clients may wait in vain. */
    static final int MOST_HOLDS = 4;

    private static final String MAKING_ANEW = "anew, since tables have changed";

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** Those who wait to begin one wait longer. */
    private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(5);

    private final OperationServices services;
    private final OpeningTimeouts timeouts;
    private final Task.Opening task;
    private final RunningOperation operation;
    private final ShardConnections connections;
    private final TopologyChange change;
    private final ShardsInTopology shards;
    private final OpeningGuard guard;
    private final ReferenceCopies copies;
    private final DatabaseMaking making;

    private Topology topology;

    /** What the databases were made like, unless tables have changed meanwhile. */
    private Optional<Made> made = Optional.empty();

    /** Whether the topology may have got the shards, or hold the lowest one, without anybody's knowing. */
    private boolean mayBePublished;

    private int holds;
    private String note = "";

    /** @param topology under which the databases were made */
    private record Made(Topology topology, ReferenceShard reference) {}

    OpeningAttempt(OperationServices services, OpeningTimeouts timeouts, Task.Opening task, RunningOperation operation)
            throws OperationRefused {
        this.services = services;
        this.timeouts = timeouts;
        this.task = task;
        this.operation = operation;
        this.connections = new ShardConnections(services.running(), services.access());
        this.change = TopologyChange.of(services, operation);
        this.shards = new ShardsInTopology(task);
        this.guard = new OpeningGuard(task, services);
        this.copies = new ReferenceCopies(task, operation, services, timeouts);
        this.making = new DatabaseMaking(task, operation, services.access(), connections, timeouts, copies);
        this.topology = change.stored();
    }

    /** Ends what an earlier attempt may have published: its shards are open for good, or never will be. */
    void settle() throws OperationRefused {
        mayBePublished = operation.mayHaveBegun(OpeningWorkflow.PUBLISHING);
        if (mayBePublished) {
            goBack("");
        }
    }

    /**
     * Enters that this round can't add the shards any more, which lets changes of tables and moves begin; unless the
     * shards are open by now.
     */
    private void goBack(String why) throws OperationRefused {
        if (mayBePublished) {
            topology =
                    change.settle(operation, before -> mayHold() ? shards.released(before) : before, shards::areOpen);
            mayBePublished = shards.areOpen(topology);
        }
        if (!mayBePublished) {
            operation.update(progress ->
                    progress.in(OpeningWorkflow.MAKING).withDetail(why).withFact(HOLDS, String.valueOf(false)));
        }
    }

    private boolean mayHold() {
        return operation.noted(HOLDS).map(Boolean::parseBoolean).orElse(false);
    }

    /** Whether the shards are open by this opening. */
    boolean isOpen() {
        return mayBePublished && shards.areOpen(topology);
    }

    // --- the databases

    /** Beside changes of tables, which are found out. */
    void make() throws OperationRefused {
        topology = change.stored();
        RequestCheck check = new RequestCheck(topology, task);
        Keyspace.Sharded keyspace = check.keyspace();
        check.requireOpenable(keyspace);
        Pair pair = check.pair();
        guard.requireNoPromotion();
        ReferenceShard reference = ReferenceShard.read(keyspace, connections);
        try {
            making.run(topology, pair, keyspace, reference);
            made = Optional.of(new Made(topology, reference));
        } catch (OperationRefused e) {
            operation.requireMayGoOn();
            if (ReferenceShard.read(keyspace, connections).equals(reference)) {
                throw e;
            }
            operation.tell(MAKING_ANEW);
            made = Optional.empty();
        }
    }

    // --- the topology gets the shards

    void publish() throws OperationRefused {
        try {
            boolean published = made.isPresent() && closeForChanges() && isPublishedLike(made.get());
            for (int round = 1; !published; round++) {
                if (round == MOST_ROUNDS) {
                    throw new OperationRefused("the tables of " + task.keyspace()
                            + ", or the topology, changed each time they were compared");
                }
                published = isPublishedAnew(round - holds >= ROUNDS_BESIDE_CHANGES);
            }
        } catch (OperationRefused | RuntimeException e) {
            leave(e);
            throw e;
        }
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("keyspace", task.keyspace())
                .addKeyValue("shards", task.range())
                .addKeyValue("pair", task.pair())
                .log("Shards are open");
    }

    /**
     * @param alone whether changes of tables have to wait until the databases are made
     * @return false when everything is to be looked at anew
     */
    private boolean isPublishedAnew(boolean alone) throws OperationRefused {
        if (alone && !closeForChanges()) {
            return false;
        }
        make();
        return made.isPresent() && (alone || closeForChanges()) && isPublishedLike(made.get());
    }

    /** @return false when a change is under way that takes longer; then others may begin, too */
    private boolean closeForChanges() throws OperationRefused {
        operation.requireMayGoOn();
        operation.enter(OpeningWorkflow.PUBLISHING);
        if (guard.stillUnfinished(operation, CHANGE_TIMEOUT).isEmpty()) {
            return true;
        }
        goBack("waiting for a change of tables to end");
        guard.awaitChanges(operation, timeouts.changes());
        return false;
    }

    /** @return false when everything is to be looked at anew */
    private boolean isPublishedLike(Made compared) throws OperationRefused {
        Topology seen = change.stored();
        RequestCheck check = new RequestCheck(seen, task);
        Keyspace.Sharded keyspace = check.keyspace();
        check.requireOpenable(keyspace);
        check.pair();
        guard.requireNoPromotion();
        if (!ReferenceShard.read(keyspace, connections).equals(compared.reference())) {
            goBack(MAKING_ANEW);
            return false;
        }
        List<String> copied = ReferenceRoute.tablesOf(keyspace);
        if (!copied.equals(ReferenceRoute.tablesOf(new RequestCheck(compared.topology(), task).keyspace()))
                || !seen.pair(task.pair()).equals(compared.topology().pair(task.pair()))) {
            // A server that has become the primary since may lack something.
            goBack("comparing anew, since the topology has changed");
            return false;
        }
        return copied.isEmpty() ? add(seen) : addWithCopies(seen, keyspace);
    }

    private boolean add(Topology seen) throws OperationRefused {
        mayBePublished = true;
        Optional<Topology> added = change.replace(seen, shards.added(seen));
        if (added.isPresent()) {
            topology = added.get();
            return true;
        }
        goBack("trying again, since somebody else has changed the topology");
        return isOpen();
    }

    private boolean addWithCopies(Topology seen, Keyspace.Sharded keyspace) throws OperationRefused {
        guard.awaitNoHandOver(operation, CHANGE_TIMEOUT);
        Optional<String> inVain;
        copies.copy(seen, keyspace, false);
        try (LastChanges last = copies.last(keyspace)) {
            mayBePublished = true;
            holds++;
            inVain = new CopiesHold(operation, change, shards, services, timeouts).publish(seen, keyspace, last);
        }
        if (inVain.isEmpty()) {
            topology = change.stored();
            return true;
        }
        goBack("trying again, since " + inVain.get());
        if (isOpen()) {
            return true;
        }
        awaitWhoWasInTheWay(inVain.get());
        return false;
    }

    /** Nothing that was under way then is to be in the way again. */
    private void awaitWhoWasInTheWay(String why) throws OperationRefused {
        String end =
                "statements for the lowest shard were held, so that reference tables stand still, and released again: "
                        + why;
        if (holds >= MOST_HOLDS) {
            throw new OperationRefused(end);
        }
        long until = System.nanoTime() + timeouts.changes().toNanos();
        while (!services.proxies().awaitAll(LOOK_EVERY, proxy -> proxy.served() >= topology.generation())) {
            operation.requireMayGoOn();
            if (System.nanoTime() > until) {
                throw new OperationRefused(end);
            }
        }
    }

    /** Neither statements nor changes of tables wait for an attempt that ends. */
    private void leave(Exception why) throws OperationRefused {
        if (!operation.mayHaveBegun(OpeningWorkflow.PUBLISHING)) {
            return;
        }
        try {
            goBack("");
        } catch (OperationRefused e) {
            throw OperationRefused.halfDone(why.getMessage() + "; and "
                    + (mayHold() ? "statements for the lowest shard may still be held" : "changes of tables may wait")
                    + ", until this operation is resumed or cancelled: " + e.getMessage());
        }
    }

    // --- new objects come

    /** Whether the shards get a weight behind all the rest. */
    boolean isWeighed() {
        return shards.areWeighed(topology);
    }

    void weigh() throws OperationRefused {
        awaitGeneration(topology.generation());
        topology = change.store(
                shards::weighed, now -> shards.weighed(now).equals(now), "the shards haven't got their weight");
    }

    /** An object's id must be understood wherever its client asks for it next. */
    private void awaitGeneration(long generation) throws OperationRefused {
        Predicate<RegisteredProxy> knows = proxy -> proxy.adopted() >= generation;
        if (!services.proxies().awaitAll(timeouts.adoption(), knows)) {
            throw new OperationRefused(
                    "the shards are open, and take no new objects yet, since not every proxy knows of them: "
                            + services.proxies().others(knows) + " (SHOW PROXIES; generation " + generation
                            + " is wanted). Mend that and RESUME OPERATION " + operation.number());
        }
    }

    // --- the way back

    void requireNoneOpen() throws OperationRefused {
        topology = change.stored();
        if (shards.isAnyOpen(topology)) {
            throw new OperationRefused(task.range() + " of " + task.keyspace()
                    + " are open already, so there is no way back: RESUME OPERATION "
                    + operation.number() + " ends the opening, and SET WEIGHT 0 FOR "
                    + task.range().replaceFirst("shards?", "SHARDS") + " IN " + task.keyspace()
                    + " then closes them for new objects");
        }
    }

    /** Drops the databases that were made, where they are empty. */
    void dropMade() throws OperationRefused {
        requireNoneOpen();
        if (topology.keyspaces().get(task.keyspace()) instanceof Keyspace.Sharded keyspace) {
            List<String> kept = making.drop(keyspace);
            note = kept.isEmpty() ? "" : "kept: " + String.join(", ", kept);
        }
    }

    // --- what EXPLAIN shows

    /** Plans one step. */
    interface Planning {
        List<PlannedAction> of(OpeningPlan plan) throws SQLException;
    }

    List<PlannedAction> planned(Planning step) throws OperationRefused, SQLException {
        RequestCheck check = new RequestCheck(topology, task);
        Keyspace.Sharded keyspace = check.keyspace();
        try (OpeningServers servers = OpeningServers.open(topology, check.pair(), services.access(), timeouts)) {
            return step.of(
                    new OpeningPlan(task, keyspace, ReferenceShard.read(keyspace, connections), servers, timeouts));
        }
    }

    @Override
    public Opened answer() {
        return new Opened(operation.number(), task, topology.generation(), note);
    }

    @Override
    public String note() {
        return note;
    }
}
