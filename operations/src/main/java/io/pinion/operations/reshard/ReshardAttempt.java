package io.pinion.operations.reshard;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.move.HandOverPause;
import io.pinion.operations.move.MoveTimeouts;
import io.pinion.operations.move.PairFence;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.transfer.HandOver;
import io.pinion.operations.transfer.ImportFacts;
import io.pinion.operations.transfer.ImportRows;
import io.pinion.operations.transfer.ShardDatabases;
import io.pinion.operations.transfer.UserRights;
import io.pinion.operations.transfer.rows.ImportDirection;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One attempt to reshard a keyspace, or to finish that, from wherever another one has ended. Blocks. */
final class ReshardAttempt implements Attempt<String> {
    /** How long proxies may take to forget the new shards, before their databases are dropped all the same. */
    private static final Duration ADOPTION = Duration.ofSeconds(15);

    private final OperationServices services;
    private final KeyspaceResharding task;
    private final RunningOperation operation;
    private final Topology topology;
    private final PublishedResharding published;
    private final ImportFacts facts;
    private @Nullable ReshardServers servers;
    private @Nullable ImportRows rows;
    private String answer = "given up";
    private String note = "";

    ReshardAttempt(OperationServices services, KeyspaceResharding task, RunningOperation operation) {
        this.services = services;
        this.task = task;
        this.operation = operation;
        this.topology = services.topology();
        this.published = new PublishedResharding(TopologyChange.of(services, operation), task);
        this.facts = new ImportFacts(operation);
    }

    /**
     * The servers. They are logged in on at the first call, and nothing of an earlier attempt takes effect any more
     * then: its connections are killed, and its writes of the topology come too late.
     */
    private ReshardServers servers() throws OperationRefused {
        ReshardServers opened = servers;
        if (opened != null) {
            return opened;
        }
        if (!operation.isExplained()) {
            // Only the owner of the operation may kill connections.
            operation.confirm();
            operation.requireHeld(TaskLock.BRIEFLY);
        }
        opened = opened();
        servers = opened;
        if (!operation.isExplained()) {
            operation.confirm();
            if (operation.isResumed()) {
                opened.requireWritable();
                if (operation.progress().furthest().equals(ReshardSteps.HANDING_OVER)) {
                    TopologyChange.of(services, operation).outdateOlderWriters();
                }
            }
            operation.requireHeld(TaskLock.BRIEFLY);
        }
        return opened;
    }

    private ReshardServers opened() throws OperationRefused {
        try {
            return ReshardServers.open(services, topology, task, operation);
        } catch (OperationRefused e) {
            throw operation.isResumed() ? new ServerAway(e.getMessage()) : e;
        }
    }

    private ImportRows rows() throws OperationRefused {
        ImportRows opened = rows;
        if (opened == null) {
            opened = new ImportRows(services, topology, operation, new ShardRows(task, keyspace(), servers()));
            rows = opened;
        }
        return opened;
    }

    /** On its old shards; no step needs it behind the hand-over. */
    Keyspace.Mod keyspace() throws OperationRefused {
        return task.in(topology)
                .filter(task::isOnOld)
                .orElseThrow(() -> new OperationRefused("keyspace " + task.name()
                        + " has other shards than when its resharding began: look at it (SHOW KEYSPACES)"));
    }

    private ShardDatabases databases() {
        return new ShardDatabases(new ShardConnections(services.running(), services.access()), task.shape(), operation);
    }

    private OldTables tables() throws OperationRefused, SQLException {
        return OldTables.read(task, keyspace(), servers());
    }

    private ShardCounters counters() throws OperationRefused {
        return new ShardCounters(task, keyspace(), servers());
    }

    // --- how far it is

    boolean mayHaveMade() {
        return operation.mayHaveBegun(ReshardSteps.MAKING);
    }

    boolean isPublished() throws OperationRefused {
        return operation.mayHaveBegun(ReshardSteps.PUBLISHING) && published.isPublished();
    }

    boolean mayHaveFollowed() {
        return operation.mayHaveBegun(ReshardSteps.FOLLOWING);
    }

    /** Whether the keyspace has its new shards, also when the proxy that has handed it over died behind that. */
    boolean isHandedOver() throws OperationRefused {
        return operation.mayHaveBegun(ReshardSteps.SETTLING)
                || (operation.mayHaveBegun(ReshardSteps.HANDING_OVER) && published.isHandedOver());
    }

    void requireNotHandedOver() throws OperationRefused {
        if (isHandedOver()) {
            throw new OperationRefused("keyspace " + task.name() + " has its new shards already: RESUME OPERATION "
                    + operation.number() + " goes on with it");
        }
    }

    // --- forth

    void check() throws OperationRefused, SQLException {
        OldTables tables = tables();
        List<String> problems =
                new ReshardReadiness(services, topology, task, servers(), databases(), tables).problems();
        if (problems.isEmpty()) {
            problems = rows().problems();
        }
        if (!problems.isEmpty()) {
            throw new OperationRefused(problems.stream().distinct().collect(Collectors.joining("; ")));
        }
    }

    void make() throws OperationRefused, SQLException {
        new UnfinishedChanges(services.journal(), task.name()).requireNone();
        counters().makeOld();
        OldTables tables = tables();
        facts.defined(tables.digest());
        databases().make(tables.definitions());
    }

    void publish() throws OperationRefused {
        published.publish();
    }

    void copy() throws OperationRefused, SQLException {
        rows().copy();
    }

    void follow() throws OperationRefused, SQLException {
        if (operation.mayHaveBegun(ReshardSteps.HANDING_OVER)) {
            // The proxy that began this died before the topology gave the keyspace its new shards.
            forth().undo();
            operation.enter(ReshardSteps.FOLLOWING);
        }
        rows().catchUp(ImportDirection.FORTH);
    }

    /** The operator chooses the moment of what clients notice. */
    void followOn() throws OperationRefused, SQLException {
        rows().followOn();
    }

    boolean mayHandOver() throws OperationRefused {
        return operation.progress().isHandOverAsked() || isHandedOver();
    }

    void compare() throws OperationRefused, SQLException {
        requireSameDefinitions(tables());
        rows().compare(ImportDirection.FORTH);
    }

    private void requireSameDefinitions(OldTables tables) throws OperationRefused {
        if (task.in(services.topology()).filter(keyspace()::hasSameTables).isEmpty()) {
            throw new OperationRefused("what the topology says of the tables of " + task.name()
                    + ", or the encoding of its keys, has changed since its rows were carried: take that back, or CANCEL"
                    + " OPERATION " + operation.number() + ", and begin anew");
        }
        if (facts.definitions().filter(tables.digest()::equals).isEmpty()) {
            throw new OperationRefused("tables of " + task.name()
                    + " have been changed since the resharding began: CANCEL OPERATION " + operation.number()
                    + ", and begin anew");
        }
    }

    private HandOver forth() throws OperationRefused {
        List<PairFence> fences = servers().old().stream()
                .map(side -> new PairFence(side, operation, MoveTimeouts.DEFAULT, "these shards"))
                .toList();
        return new HandOver(services, operation, published, new Forth(), fences);
    }

    /** From the old shards to the new ones. */
    private final class Forth implements HandOver.Side {
        @Override
        public boolean isBack() {
            return false;
        }

        @Override
        public void catchUp() throws SQLException, OperationRefused {
            OldTables tables = tables();
            requireSameDefinitions(tables);
            counters().prepare(tables);
            rows().catchUp(ImportDirection.FORTH);
        }

        @Override
        public void bringRest(Duration most) throws SQLException, OperationRefused {
            rows().bringRest(ImportDirection.FORTH, most);
            counters().toNew();
        }

        @Override
        public String before() {
            return ReshardSteps.PREPARING;
        }

        @Override
        public String step() {
            return ReshardSteps.HANDING_OVER;
        }
    }

    void prepare() throws OperationRefused, SQLException {
        new UserRights(services, task.shape().pairs(), operation).await();
        forth().prepare();
    }

    void removeFences() throws OperationRefused, SQLException {
        servers().removeFencesOfOld(operation.number());
    }

    void handOver() throws OperationRefused, SQLException {
        HandOverPause.note(operation, forth().handOver());
    }

    void undoHandOver() throws OperationRefused, SQLException {
        requireNotHandedOver();
        forth().undo();
    }

    /** The old shards get nothing any more. */
    void settle() {
        closeRows();
    }

    private void closeRows() {
        ImportRows opened = rows;
        if (opened != null) {
            opened.close();
        }
    }

    // --- given up

    void forget() throws OperationRefused {
        requireNotHandedOver();
        long generation = published.forget();
        operation.tell("waiting until all proxies know that");
        services.proxies().awaitAll(ADOPTION, proxy -> proxy.served() >= generation);
    }

    void dropMade() throws OperationRefused {
        closeRows();
        databases().drop();
    }

    // --- for good

    void awaitMayFinish() throws OperationRefused {
        requireMayFinish();
        forth().awaitLastTransactions();
    }

    private void requireMayFinish() throws OperationRefused {
        if (!published.isHandedOver()) {
            throw new OperationRefused("the topology doesn't have keyspace " + task.name()
                    + " on its new shards: look at it first (SHOW KEYSPACES)");
        }
        servers().requireStandbys();
    }

    void dropOld() throws OperationRefused, SQLException {
        operation.tell("dropping the databases of the old shards");
        for (PairSide side : servers().old()) {
            side.dropDatabases(operation.number());
        }
        published.finish();
        answer = "the old shards are dropped";
        note = answer;
    }

    // --- what EXPLAIN shows

    ReshardPlan plan() throws OperationRefused {
        return new ReshardPlan(task, servers(), operation.number());
    }

    List<PlannedAction> plannedChecks() throws OperationRefused, SQLException {
        check();
        return List.of();
    }

    List<PlannedAction> plannedMaking() {
        return databases().planned("CREATE DATABASE %s; CREATE TABLE …");
    }

    List<PlannedAction> plannedFinish() throws OperationRefused {
        requireMayFinish();
        return List.of();
    }

    // --- its end

    @Override
    public String answer() {
        return answer;
    }

    @Override
    public String note() {
        return note;
    }

    @Override
    public void close() {
        closeRows();
        if (servers != null) {
            servers.close();
        }
    }
}
