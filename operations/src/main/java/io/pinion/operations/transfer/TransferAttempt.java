package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.engine.ServerWork;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.move.HandOver;
import io.pinion.operations.move.MoveTimeouts;
import io.pinion.operations.move.PairFence;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.transfer.rows.ImportDirection;
import io.pinion.operations.transfer.rows.ImportServer;
import io.pinion.operations.transfer.rows.ImportedTable;
import io.pinion.operations.transfer.rows.RowSide;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to carry rows to new shards and to hand them over, or to end that, from wherever another one has ended:
 * what imports and reshardings have in common, {@link TransferSteps} names it in its order. Blocks; for one thread.
 *
 * @param <T> what was asked for
 */
public abstract class TransferAttempt<T extends TransferTask> implements Attempt<Done> {
    /** How long proxies may take to forget the new shards, before their databases are dropped all the same. */
    private static final Duration ADOPTION = Duration.ofSeconds(15);

    protected final OperationServices services;
    protected final RunningOperation operation;

    /** That of the beginning of this attempt. */
    protected final Topology topology;

    protected final ImportFacts facts;
    protected final T task;
    final PublishedTransfer published;
    private @Nullable TransferServers servers;
    private @Nullable ImportRows rows;

    /** The answer to whoever has asked for a way from here; carrying itself goes on in the background. */
    private String answer = "given up";

    private String note = "";

    protected TransferAttempt(OperationServices services, T task, RunningOperation operation) {
        this.services = services;
        this.task = task;
        this.published = new PublishedTransfer(TopologyChange.of(services, operation), operation, task);
        this.operation = operation;
        this.topology = services.topology();
        this.facts = new ImportFacts(operation);
    }

    // --- what is different

    protected abstract TransferredRows carried() throws OperationRefused;

    /** Adds what is in the way of it, besides what keeps rows from being carried between these pairs at all. */
    protected abstract void look(List<String> found) throws OperationRefused, SQLException;

    /** Makes the databases of the new shards, and notes their definitions for {@link #requireSameDefinitions}. */
    protected abstract void make() throws OperationRefused, SQLException;

    protected abstract void requireSameDefinitions() throws OperationRefused, SQLException;

    /** Does what needs no waiting clients. */
    protected abstract void prepareHandOver() throws OperationRefused, SQLException;

    /** Lets counters go on where they are, while clients wait. */
    protected abstract void carryCounters() throws OperationRefused, SQLException;

    /** The databases that refuse writes, for people: {@code these shards}. */
    protected abstract String fenced();

    /** What clients use behind the hand-over, for people: {@code keyspace x has its new shards}. */
    protected abstract String handedOver();

    protected abstract TransferPlan plan() throws OperationRefused;

    // --- what it works with

    /**
     * The servers. They are logged in on at the first call, and nothing of an earlier attempt takes effect any more
     * then: its connections are killed, and its writes of the topology come too late.
     */
    protected final TransferServers servers() throws OperationRefused {
        TransferServers opened = servers;
        if (opened != null) {
            return opened;
        }
        if (operation.isExplained()) {
            opened = opened();
            servers = opened;
            if (operation.isResumed()) {
                opened.requireWritable();
            }
            return opened;
        }
        // Only the owner of the operation may kill connections.
        operation.confirm();
        operation.requireHeld(TaskLock.BRIEFLY);
        opened = opened();
        servers = opened;
        operation.confirm();
        if (operation.isResumed()) {
            opened.requireWritable();
            if (TransferSteps.isHandingOver(operation.progress().furthest())) {
                TopologyChange.of(services, operation).outdateOlderWriters();
            }
        }
        operation.requireHeld(TaskLock.BRIEFLY);
        return opened;
    }

    private TransferServers opened() throws OperationRefused {
        try {
            return TransferServers.open(
                    services, topology, operation, task.sources(), task.shape().databasesOfPairs());
        } catch (OperationRefused e) {
            throw operation.isResumed() ? new ServerAway(e.getMessage()) : e;
        }
    }

    protected final ImportRows rows() throws OperationRefused {
        ImportRows opened = rows;
        if (opened == null) {
            opened = new ImportRows(services, operation, carried());
            rows = opened;
        }
        return opened;
    }

    /** @param target the keyspace with its new shards */
    protected final TransferredRows carried(
            List<ImportedTable> tables, RowSide source, Keyspace.Sharded target, String place) throws OperationRefused {
        RowSide shards = RowSide.of(target, primaries(task.shape().pairs()));
        return new TransferredRows(task, servers(), tables, source, shards, target, place);
    }

    /** The primary of a pair, for this attempt's work on rows. */
    protected final ImportServer primary(String pair) throws OperationRefused {
        return ImportServer.of(
                services, topology, pair, operation.isExplained() ? Optional.empty() : Optional.of(operation.mark()));
    }

    /** Those of several, by the pairs' names. */
    protected final Map<String, ImportServer> primaries(Collection<String> pairs) throws OperationRefused {
        Map<String, ImportServer> primaries = new LinkedHashMap<>();
        for (String pair : pairs) {
            primaries.put(pair, primary(pair));
        }
        return primaries;
    }

    final void closeRows() {
        ImportRows opened = rows;
        if (opened != null) {
            opened.close();
        }
    }

    /** Those of the new shards. */
    protected final ShardDatabases databases() {
        return new ShardDatabases(new ShardConnections(services.running(), services.access()), task.shape(), operation);
    }

    // --- how far it is

    final boolean isPublished() throws OperationRefused {
        return operation.mayHaveBegun(TransferSteps.PUBLISHING) && published.isPublished();
    }

    /** Whether clients use the new shards, also when the proxy that has handed them over died behind that. */
    final boolean isHandedOver() throws OperationRefused {
        return operation.mayHaveBegun(TransferSteps.SETTLING)
                || (operation.mayHaveBegun(TransferSteps.HANDING_OVER) && published.isHandedOver());
    }

    final void requireNotHandedOver() throws OperationRefused {
        if (isHandedOver()) {
            throw new OperationRefused(
                    handedOver() + " already: RESUME OPERATION " + operation.number() + " goes on with it");
        }
    }

    // --- forth

    /** Tells all that is in the way at once, and changes nothing. */
    final void check() throws OperationRefused, SQLException {
        List<String> found = new ArrayList<>();
        noteRefusal(found, () -> servers().requireStandbys());
        found.addAll(servers().problems());
        noteRefusal(found, () -> databases().requireNone());
        look(found);
        if (!found.isEmpty()) {
            throw new OperationRefused(
                    String.join("; ", found.stream().distinct().toList()));
        }
    }

    /** @throws ServerAway of the check: a server that is away may be back soon, and is no problem of the operation's */
    protected static void noteRefusal(List<String> found, ServerWork check) throws OperationRefused, SQLException {
        try {
            check.run();
        } catch (ServerAway away) {
            throw away;
        } catch (OperationRefused e) {
            found.add(String.valueOf(e.getMessage()));
        }
    }

    final void follow() throws OperationRefused, SQLException {
        if (operation.mayHaveBegun(TransferSteps.HANDING_OVER)) {
            // The proxy that began this died before the topology let clients use the new shards.
            handingForth().undo();
            operation.enter(TransferSteps.FOLLOWING);
        }
        rows().catchUp(ImportDirection.FORTH);
    }

    final void compare() throws OperationRefused, SQLException {
        requireSameDefinitions();
        rows().compare(ImportDirection.FORTH);
    }

    void prepare() throws OperationRefused, SQLException {
        new UserRights(services, task.shape().pairs(), operation).await();
        handingForth().prepare();
    }

    final void handOver() throws OperationRefused, SQLException {
        pauseOf(handingForth());
    }

    final void undoHandOver() throws OperationRefused, SQLException {
        requireNotHandedOver();
        handingForth().undo();
    }

    /** Nothing is carried any more; what an attempt before has left on servers ends, too. */
    final void settle() throws OperationRefused {
        servers();
        closeRows();
    }

    final HandOver handingForth() throws OperationRefused {
        return handing(
                ImportDirection.FORTH,
                () -> {
                    prepareHandOver();
                    rows().catchUp(ImportDirection.FORTH);
                },
                most -> {
                    rows().bringRest(ImportDirection.FORTH, most);
                    carryCounters();
                },
                fences(servers().sources(), fenced()));
    }

    final HandOver handing(ImportDirection way, ServerWork catchUp, HandOver.LastWork rest, List<PairFence> fences) {
        boolean back = way == ImportDirection.BACK;
        return new HandOver(
                services,
                operation,
                MoveTimeouts.DEFAULT,
                back ? TransferSteps.HANDING_BACK : TransferSteps.HANDING_OVER,
                back ? TransferSteps.FOLLOWING_BACK : TransferSteps.PREPARING,
                back ? "REVERT" : "RESUME",
                "databases may refuse writes, and statements may be held",
                back ? published.back() : published.forth(),
                catchUp,
                () -> {},
                rest,
                fences);
    }

    /** Hands over, and says how long clients waited. Where a server is lost, the next attempt undoes it first. */
    final Duration pauseOf(HandOver moment) throws OperationRefused, SQLException {
        try {
            return moment.handOver();
        } catch (OperationRefused e) {
            switch (e.getCause()) {
                case ServerAway away -> throw away;
                case SQLException why
                when ServerConnection.isLost(why) -> throw new ServerAway(String.valueOf(why.getMessage()));
                case null, default -> throw e;
            }
        }
    }

    final List<PairFence> fences(List<PairSide> sides, String what) {
        return sides.stream()
                .map(side -> new PairFence(side, operation, MoveTimeouts.DEFAULT, what))
                .toList();
    }

    final void removeFencesOfSources() throws OperationRefused, SQLException {
        removeFences(servers().sources());
    }

    final void removeFences(List<PairSide> sides) throws OperationRefused, SQLException {
        for (PairSide side : sides) {
            side.removeFences(operation.number());
        }
    }

    // --- given up

    final void forget() throws OperationRefused {
        requireNotHandedOver();
        long generation = published.forget();
        operation.tell("waiting until all proxies know that");
        services.proxies().awaitAll(ADOPTION, proxy -> proxy.served() >= generation);
    }

    final void dropMade() throws OperationRefused {
        closeRows();
        databases().drop();
    }

    // --- for good

    /** Before what the rows were carried from is given up. */
    public final void awaitMayFinish() throws OperationRefused {
        requireMayFinish();
        published.forth().awaitLastTransactions(services.proxies());
    }

    private void requireMayFinish() throws OperationRefused {
        if (!published.isHandedOver()) {
            throw new OperationRefused(
                    "the topology doesn't say that " + handedOver() + ": look at it first (SHOW KEYSPACES)");
        }
        servers().requireStandbys();
    }

    /** Nothing is left of what had the rows before. */
    protected final void finish() throws OperationRefused {
        published.finish();
    }

    protected final void dropDatabases(List<PairSide> sides) throws OperationRefused, SQLException {
        for (PairSide side : sides) {
            side.dropDatabases(operation.number(), operation::requireMayDrop);
        }
    }

    // --- what EXPLAIN shows

    public final List<PlannedAction> plannedFinish() throws OperationRefused {
        requireMayFinish();
        return List.of();
    }

    // --- its end

    /** The answer to whoever has asked for the end, and what is noted of the operation. */
    protected final void ended(String as) {
        answer = as;
        note = as;
    }

    final void turnedBack(Duration pause) {
        note = "turned back, after a pause of " + pause.toMillis() + " ms";
    }

    @Override
    public final Done answer() {
        return Done.noted(operation.number(), answer);
    }

    @Override
    public final String note() {
        return note;
    }

    @Override
    public final void close() {
        closeRows();
        if (servers != null) {
            servers.close();
        }
    }
}
